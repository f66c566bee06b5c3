/** Copies a text and confirms it; where there is no clipboard (plain http), the text itself can still be selected. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** Describes what is copied, for screen readers. */
  readonly label: string;
  readonly className?: string;
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button variant="outline" className={className} aria-label={label} onClick={() => void copy()}>
      <Icon aria-hidden />
      <span role="status">{isCopied ? t(($) => $.security.copied) : t(($) => $.shell.action.copy)}</span>
    </Button>
  );
}
