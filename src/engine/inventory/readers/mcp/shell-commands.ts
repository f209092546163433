/** Maximum number of commands in a text. Real texts have a few dozen. */
const maxCommands = 500

/**
 * Returns the words of each simple command in a shell text, without quotes. Operators (`&&`, `;`, `|`) and line breaks
 * separate commands. Substitutions remain part of their word. Runs in linear time.
 */
export function shellCommands(text: string): string[][] {
  const commands: string[][] = []
  let words: string[] = []
  let word: string | undefined
  const finishWord = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const finishCommand = () => {
    finishWord()
    if (words.length > 0) commands.push(words)
    words = []
  }
  for (let at = 0; at < text.length && commands.length < maxCommands; at += 1) {
    const character = text[at] ?? ''
    if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1)
      word = (word ?? '') + text.slice(at + 1, end < 0 ? undefined : end)
      at = end < 0 ? text.length : end
    } else if (character === '\\') {
      const next = text[(at += 1)] ?? ''
      if (next !== '\n') word = (word ?? '') + next
    } else if (/[;&|\n()]/.test(character)) finishCommand()
    else if (/\s/.test(character)) finishWord()
    else word = (word ?? '') + character
  }
  finishCommand()
  return commands
}
