/** What the parts of a copy's page are given. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';

export interface OfCopyProps {
  readonly userId: string;
  readonly copy: OwnCopy;
}

export interface CopyDialogProps extends OfCopyProps {
  readonly onClose: () => void;
}
