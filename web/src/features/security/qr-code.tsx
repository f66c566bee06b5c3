/** A QR code as one drawn path: dark on white in both themes, with the quiet zone that cameras need. */
import { create } from 'qrcode';
import { useMemo } from 'react';

/** The standard's quiet zone: four modules of white on each side. */
const QUIET = 4;

export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { path, side } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={className}
      data-testid="qr-code"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { readonly path: string; readonly side: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark: string[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (modules.get(row, column)) dark.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
  return { path: dark.join(''), side: size + 2 * QUIET };
}
