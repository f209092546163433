/**
 * Escapes a text for a message of SARIF 2.1.0, where `[text](address)` is a link (section 3.11.6) and `{0}` is a
 * placeholder (section 3.11.5). Other brackets and braces stay as they are, for viewers that show messages unparsed.
 */
export function plainMessage(text: string): string {
  // A backslash before the bracket would cancel the backslash that this adds.
  return text
    .replaceAll(/(?<!\\)(\\*)\]\(/g, String.raw`$1$1\](`)
    .replaceAll(/(?<!\{)\{+\d+\}+/g, (argument) => argument.replaceAll(/[{}]/g, '$&$&'))
}
