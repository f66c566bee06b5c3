/** Copies a text and confirms it; where there is no clipboard (plain http) it says so, and the text can still be selected. */
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
  /** Of this text, not of whatever stands here by now. */
  const [tried, setTried] = useState<{ readonly text: string; readonly isCopied: boolean } | null>(null);
  const outcome = tried?.text === text ? tried : null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTried({ text, isCopied: true });
    } catch {
      setTried({ text, isCopied: false });
    }
  };
  const Icon = outcome?.isCopied ? Check : Copy;
  const said = outcome?.isCopied
    ? t(($) => $.security.copied)
    : t(($) => $.shell.action[outcome ? 'notCopied' : 'copy']);
  return (
    <Button variant="outline" className={className} aria-label={label} onClick={() => void copy()}>
      <Icon aria-hidden />
      <span role="status">{said}</span>
    </Button>
  );
}
