/** Characters between the words of commands, in shells, lists, and data. */
const between = /[\s"'`[\](){},;=&|<>$\\]+/

/**
 * Returns the words of a text that may name packages or their commands, without versions: `next` for `next@14`, and
 * `tool` for `--require=tool`. The `@` in `node_modules/@scope/tool/cli.js` starts no version. Linear in the text.
 */
export function commandWords(text: string): string[] {
  return text.split(between).flatMap((word) => {
    const at = word.lastIndexOf('@')
    return word === '' ? [] : [at <= 0 || word.includes('/', at) ? word : word.slice(0, at)]
  })
}
