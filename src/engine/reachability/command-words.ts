/** Characters between the words of commands, in shells, lists, and data. */
const between = /[\s"'`[\](){},;=&|<>$\\]+/

/**
 * Returns the words of a text that may name packages or their commands, without versions: `next` for `next@14`, and
 * `tool` for `--require=tool`. Linear in the text.
 */
export function commandWords(text: string): string[] {
  return text.split(between).flatMap((word) => {
    const at = word.indexOf('@', 1)
    return word === '' ? [] : [at < 0 ? word : word.slice(0, at)]
  })
}
