import { itemsOf, textOf, under, entriesOf, type Value } from '../../../inventory/settings-files/value.ts'
import type { Lines } from '../../../model/lines.ts'
import type { AgentFileKind } from './agent-file-kind.ts'
import type { Block } from './blocks.ts'

/** A shell command in an agent file. */
export interface Command {
  readonly text: string
  readonly line: number
  /** Event that runs the command without a decision by the model: a hook, or a slash command call. */
  readonly event?: string
  readonly isShown: boolean
}

/** Parts of a file from which commands are read. */
interface CommandSource {
  readonly kind: AgentFileKind
  readonly isSettings: boolean
  readonly root: Value | undefined
  readonly lines: Lines
}

/** Maximum number of commands in a file, and maximum length of a command in UTF-16 code units. */
const limits = { commands: 2_000, length: 2_000 }

export function commandsIn(file: CommandSource, blocks: readonly Block[]): Command[] {
  const commands = file.isSettings
    ? hookCommands(file)
    : blocks.flatMap((block) => (block.isCode ? codeCommands(block) : inlineCommands(block, file)))
  return commands.slice(0, limits.commands)
}

function codeCommands({ text, line, isShown }: Block): Command[] {
  const commands: Command[] = []
  let [part, from] = ['', 0]
  for (const [index, content] of text.split('\n').entries()) {
    if (part === '') from = index
    const isContinued = /\\\s*$/.test(content)
    part += `${content.replace(/\\\s*$/, '')} `
    if (isContinued) continue
    commands.push({ text: part.trim().slice(0, limits.length), line: line + from, isShown })
    part = ''
  }
  return commands
}

/** Rules against a command, which a model does not run. The command follows the first form and precedes the second. */
const forbidsNext = /\bnever (?:run|use|pipe|suggest|write|execute)\b/i
const forbidsLast = /\b(?:is|are) (?:not (?:acceptable|allowed|permitted|safe)|forbidden)\b/i
const clauseEnd = /[.;:!?]/

/**
 * Returns commands in inline code. A slash command runs the code after an exclamation mark before the model reads the
 * text.
 */
function inlineCommands({ text, line, isShown }: Block, { kind }: CommandSource): Command[] {
  return text.split('\n').flatMap((content, index) => {
    const commands: Command[] = []
    let end = 0
    for (const match of content.matchAll(/(!?)`([^`]{6,1000})`/g)) {
      const [whole, mark, code = ''] = match
      const before = content.slice(end, match.index).split(clauseEnd).at(-1) ?? ''
      end = match.index + whole.length
      const [after = ''] = wordsFrom(content, end).split(clauseEnd)
      if (forbidsNext.test(before) || forbidsLast.test(after)) continue
      commands.push({
        text: code,
        line: line + index,
        isShown,
        ...(mark === '!' && (kind === 'command' || kind === 'skill') && { event: 'the command' }),
      })
    }
    return commands
  })
}

/** Returns the text from an offset to the next inline code. */
function wordsFrom(content: string, from: number): string {
  const next = content.indexOf('`', from)
  return content.slice(from, next < 0 ? undefined : next)
}

/** Returns hook commands: `{ "hooks": { "SessionStart": [{ "hooks": [{ "command": "…" }] }] } }`. */
function hookCommands(file: CommandSource): Command[] {
  return entriesOf(under(file.root, 'hooks')).flatMap(({ key, value }) =>
    commandValues(value, 0).map(({ text, offset }) => ({
      text: text.slice(0, limits.length),
      line: file.lines.lineAt(offset),
      event: key,
      isShown: false,
    })),
  )
}

function commandValues(value: Value, depth: number): { readonly text: string; readonly offset: number }[] {
  if (depth > 6) return []
  if (value.kind === 'list') return itemsOf(value).flatMap((item) => commandValues(item, depth + 1))
  return entriesOf(value).flatMap((entry) => {
    const text = textOf(entry.value)
    if (text !== undefined)
      return /^(?:command|bash|powershell)$/.test(entry.key) ? [{ text, offset: entry.value.offset }] : []
    return commandValues(entry.value, depth + 1)
  })
}
