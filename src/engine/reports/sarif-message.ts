/**
 * A text as a message of SARIF 2.1.0 that says it and nothing else: in messages `[text](address)` is a link (section
 * 3.11.6) and `{0}` is where an argument is put in (section 3.11.5). Other brackets and braces mean themselves, and
 * stay as they are for those who show messages as they come.
 */
export function plainMessage(text: string): string {
  // A backslash before a bracket would take the meaning of ours away.
  return text
    .replaceAll(/(?<!\\)(\\*)\]\(/g, String.raw`$1$1\](`)
    .replaceAll(/(?<!\{)\{+\d+\}+/g, (argument) => argument.replaceAll(/[{}]/g, '$&$&'))
}
