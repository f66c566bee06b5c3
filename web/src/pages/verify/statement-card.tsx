/** What was found of a statement: whose it says it is, and its proof as the account pages show it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { FaultText, ProofPanel } from '#pages/statements/proof-panel.tsx';
import { StatementEquation } from '#pages/statements/statement-equation.tsx';
import type { StatementFinding } from '#pages/verify/check-statement-file.ts';
import { focusOnce } from '#pages/verify/finding-card.tsx';

export interface StatementCardProps {
  readonly appName: string;
  readonly file: File;
  readonly finding: StatementFinding;
  /** Ways on, below the proof. */
  readonly children?: ReactNode;
}

export function StatementCard({
  appName,
  file,
  finding: { check, file: statementFile },
  children,
}: StatementCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!statementFile) {
    return (
      <Card role="alert" className="text-danger" data-testid="proof-broken">
        {file.name}: {!check.isWhole && <FaultText fault={check.fault} />}
      </Card>
    );
  }
  const { statement, proof } = statementFile;
  return (
    <div className="grid gap-4">
      <h2 ref={focusOnce} tabIndex={-1} className="break-words font-semibold text-16 outline-none">
        {t(($) => $.proof.statementOf, {
          account: format.accountNumber(statement.accountId),
          from: format.civilDate(statement.from),
          to: format.civilDate(statement.to),
        })}
      </h2>
      {check.isWhole && <StatementEquation statement={statement} />}
      <ProofPanel appName={appName} proof={proof} check={check}>
        {children}
      </ProofPanel>
    </div>
  );
}
