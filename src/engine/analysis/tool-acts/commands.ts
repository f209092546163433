import { changingCommands, deletingCommands, type KnownCommand } from '../models/tool-acts.ts'
import type { FoundAct } from './tool-act.ts'

/** Options of `git` and `kubectl` before the command that take a value. */
const optionsWithValue: ReadonlySet<string> = new Set(['-C', '-c', '-n', '--namespace', '--context', '--git-dir'])

/** Returns the effect of a constant command, or undefined if it is not known to change anything. */
export function actOfCommand(command: string): FoundAct | undefined {
  const all = command.trim().split(/\s+/)
  const [first = '', ...given] = all[0] === 'sudo' ? all.slice(1) : all
  const program = first.slice(first.lastIndexOf('/') + 1)
  const options = given.filter((word) => word.startsWith('-'))
  const words = given.filter((word, at) => !word.startsWith('-') && !optionsWithValue.has(given[at - 1] ?? ''))
  // Paths and addresses are left out, because they may contain secrets.
  const detailOf = ({ words: known, option }: KnownCommand): string =>
    [program, known, options.find((one) => option?.test(one)) ?? ''].filter((part) => part !== '').join(' ')
  const matches = ({ words: known, option }: KnownCommand): boolean =>
    (known === '' || `${words.slice(0, 2).join(' ')} `.startsWith(`${known} `)) &&
    (option === undefined || options.some((one) => option.test(one)))
  const deleting = deletingCommands.get(program)?.find(matches)
  if (deleting) return { act: 'runs-deleting-command', detail: detailOf(deleting) }
  const changing = changingCommands.get(program)?.find(matches)
  return changing && { act: 'runs-changing-command', detail: detailOf(changing) }
}
