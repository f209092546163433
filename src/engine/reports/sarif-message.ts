/**
 * Escapes a string for a SARIF 2.1.0 message, in which `[text](address)` is a link (section 3.11.6) and `{0}` is a
 * placeholder (section 3.11.5). Leaves other brackets and braces unchanged, because some viewers show messages
 * unparsed.
 */
export function plainMessage(text: string): string {
  // If a backslash already precedes the bracket, it would cancel out the one added here.
  return text
    .replaceAll(/(?<!\\)(\\*)\]\(/g, String.raw`$1$1\](`)
    .replaceAll(/(?<!\{)\{+\d+\}+/g, (argument) => argument.replaceAll(/[{}]/g, '$&$&'))
}
