/** Joins class names and lets the later one win; it must know our type scale, or `text-13 text-up` would collide. */
import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '16', '20', '24', '28', '36'],
      radius: ['sm', 'md', 'lg', 'sheet'],
      shadow: ['float'],
      spacing: ['row', 'book-row', 'panel-head', 'header', 'footer'],
    },
  },
});

export function cn(...names: ClassValue[]): string {
  return merge(clsx(names));
}
