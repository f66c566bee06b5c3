/** A code or PIN: digits only, whatever is pasted around them, with the phone's number keys and its code from an SMS. */
import type { Ref } from 'react';
import { cn } from '#design/class-names.ts';
import { Input, type InputProps } from './input.tsx';

export interface CodeInputProps
  extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'autoComplete' | 'maxLength'> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly digits: number;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** A PIN is not for whoever looks over a shoulder, and no password manager keeps it. */
  readonly isSecret?: boolean;
}

export function CodeInput({ digits, value, onValueChange, isSecret = false, className, ...props }: CodeInputProps) {
  return (
    <Input
      {...props}
      size="xl"
      type={isSecret ? 'password' : 'text'}
      inputMode="numeric"
      autoComplete={isSecret ? 'off' : 'one-time-code'}
      spellCheck={false}
      className={cn('font-medium tracking-[0.3em] tabular-nums', className)}
      value={value}
      onChange={(event) => onValueChange(digitsOf(event.target.value).slice(0, digits))}
    />
  );
}

/** Spec 5: what is not a digit is taken out, the blanks of `123 456` too. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
