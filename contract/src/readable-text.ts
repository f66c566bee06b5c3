/**
 * The one rule for names and notes that people write: one line of which everything can be seen. Invisible characters
 * would make two names look equal, or one look empty; controls of direction would turn round what stands beside it.
 */

/** What nobody sees: controls, format characters, fillers, the empty Braille pattern, line ends, broken halves. */
const HIDDEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800';
/** An emoji may be several signs with a joiner between them, or ask for its colours. */
const IN_EMOJI =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})|(?<=\\p{Emoji})\\ufe0f';

/** Empty, or with something to see in it, nothing hidden, and no letter under a heap of accents. */
export const READABLE_TEXT = new RegExp(
  `^(?!.*\\p{M}{4})(?=$|.*[\\p{L}\\p{N}\\p{P}\\p{S}])(?:[^${HIDDEN}]|${IN_EMOJI})*$`,
  'u',
);

/** Every space is one of one kind, so that names which look equal are equal. */
export function withPlainSpaces(text: string): string {
  return text.replace(/\p{Zs}+/gu, ' ');
}
