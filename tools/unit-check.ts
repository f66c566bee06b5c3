/**
 * Follows the three units (core: values/units.ts) through sums, where the compiler forgets them: two different units
 * may not be added, subtracted or compared, and a result may not be used as another unit. A product or a quotient has
 * no known unit and is ignored.
 * As a script it checks the given chapters: `npx tsx tools/unit-check.ts server web`.
 */
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

type Unit = 'ticks' | 'lots' | 'vnd';

/** Their result has the unit of their arguments. */
const KEEPING = new Set([
  'max',
  'min',
  'abs',
  'floor',
  'ceil',
  'round',
  'trunc',
  'BigInt',
  'Number',
  'maxBigint',
  'minBigint',
]);
const ADDING = new Set([ts.SyntaxKind.PlusToken, ts.SyntaxKind.MinusToken]);
const COMPARING = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const ASSIGNING = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);
const CHOOSING = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken]);

class UnitCheck {
  readonly faults: string[] = [];
  readonly #checker: ts.TypeChecker;
  readonly #known = new Map<ts.Node, Unit | undefined>();

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
  }

  visit(node: ts.Node): void {
    if (ts.isBinaryExpression(node)) this.#judgeBinary(node);
    if (ts.isExpression(node)) this.#judgePlace(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  #judgeBinary({ left, right, operatorToken: { kind } }: ts.BinaryExpression): void {
    if (!ADDING.has(kind) && !COMPARING.has(kind) && !ASSIGNING.has(kind)) return;
    const units = [this.#unitOf(left), this.#unitOf(right)];
    if (units[0] && units[1] && units[0] !== units[1]) this.#note(left.parent, units.join(' and '));
  }

  /** Compares a computed value's unit with the one required in its place. */
  #judgePlace(node: ts.Expression): void {
    if (!isWorkedOut(node)) return;
    const unit = this.#unitOf(node);
    const place = unit && this.#checker.getContextualType(node);
    const asked = place && this.#unitOfType(place);
    if (asked && asked !== unit) this.#note(node, `${unit} for ${asked}`);
  }

  #note(node: ts.Node, what: string): void {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    this.faults.push(`${relative(ROOT, file.fileName)}:${line + 1}: ${what}: ${node.getText().slice(0, 100)}`);
  }

  #unitOf(node: ts.Expression): Unit | undefined {
    if (this.#known.has(node)) return this.#known.get(node);
    // A variable computed from itself has no unit of its own.
    this.#known.set(node, undefined);
    const unit = this.#unitOfType(this.#checker.getTypeAtLocation(node)) ?? this.#derived(node);
    this.#known.set(node, unit);
    return unit;
  }

  #derived(node: ts.Expression): Unit | undefined {
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return this.#unitOf(node.expression);
    if (ts.isPrefixUnaryExpression(node)) return this.#unitOf(node.operand);
    if (ts.isConditionalExpression(node)) return this.#unitOf(node.whenTrue) ?? this.#unitOf(node.whenFalse);
    if (ts.isIdentifier(node)) return this.#ofVariable(node);
    if (ts.isCallExpression(node) && KEEPING.has(nameOf(node.expression))) return this.#ofAny(node.arguments);
    if (!ts.isBinaryExpression(node)) return undefined;
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.PercentToken) return this.#unitOf(left);
    const keeps = ADDING.has(operatorToken.kind) || CHOOSING.has(operatorToken.kind);
    return keeps ? this.#ofAny([left, right]) : undefined;
  }

  #ofAny(nodes: readonly ts.Expression[]): Unit | undefined {
    for (const node of nodes) {
      const unit = this.#unitOf(node);
      if (unit) return unit;
    }
    return undefined;
  }

  /** Follows a variable to the sum that it names. */
  #ofVariable(node: ts.Identifier): Unit | undefined {
    const declared = this.#checker.getSymbolAtLocation(node)?.valueDeclaration;
    if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return undefined;
    return this.#unitOf(declared.initializer);
  }

  #unitOfType(type: ts.Type): Unit | undefined {
    if (type.isUnion()) {
      for (const part of type.types) {
        const unit = this.#unitOfType(part);
        if (unit) return unit;
      }
      return undefined;
    }
    if (!type.isIntersection()) return undefined;
    const mark = type.getProperties().find(({ escapedName }) => String(escapedName).startsWith('__@unit@'));
    const value = mark && this.#checker.getTypeOfSymbol(mark);
    const literal = value?.isUnion() ? value.types.find((part) => part.isStringLiteral()) : value;
    return literal?.isStringLiteral() ? (literal.value as Unit) : undefined;
  }
}

function isWorkedOut(node: ts.Expression): boolean {
  return (
    ts.isBinaryExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isIdentifier(node)
  );
}

function nameOf(callee: ts.Expression): string {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}

/**
 * Returns the mixed units in a chapter's source, each with its place. `extra` is a file of this program only, by path.
 */
export function unitFaults(chapter: string, extra?: { readonly path: string; readonly text: string }): string[] {
  const path = join(ROOT, chapter, 'tsconfig.json');
  const config = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, dirname(path));
  const options = { ...config.options, noEmit: true, composite: false, incremental: false, skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile;
  const extraPath = extra && join(ROOT, extra.path);
  host.readFile = (name) => (name === extraPath ? extra?.text : readFile(name));
  const rootNames = extraPath ? [extraPath] : config.fileNames;
  const program = ts.createProgram({ rootNames, options, host });
  const check = new UnitCheck(program);
  const folder = extraPath ?? join(ROOT, chapter, 'src');
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(folder)) check.visit(file);
  return check.faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = process.argv.slice(2).flatMap((chapter) => unitFaults(chapter));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
