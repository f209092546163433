import colors from 'picocolors'
import type { InstalledServer, InstalledServers } from '../model/installed-servers.ts'
import { printable } from './printable.ts'
import { breakLongWords, openTable, tableText } from './terminal/open-table.ts'
import { gradePaint, type Paint, severityPaint, verdictPaint } from './terminal/paint.ts'

/** Widths in columns. The last column takes the rest of the terminal, up to the maximum table width. */
const widths = { server: 36, grade: 11, narrowest: 76, widest: 130 }

/** Maximum number of shared tools to list per server. */
const maxShared = 3

/** Renders the servers for a terminal: one row per server, followed by the files that could not be read. */
export function installedTable(
  { servers, unreadable, verdict }: InstalledServers,
  { columns, color }: { readonly columns: number; readonly color: boolean },
): string {
  const paint = colors.createColors(color)
  const width = Math.min(Math.max(columns - 1, widths.narrowest), widths.widest)
  const notesWidth = width - widths.server - widths.grade - 4
  const table = openTable(['server', 'grade', 'what to know'], [widths.server, widths.grade, notesWidth], paint)
  for (const server of servers) {
    const inCell = (text: string) => breakLongWords(printable(text), widths.server)
    table.push([
      [
        paint.bold(inCell(server.name)),
        inCell(server.program.label),
        paint.dim(inCell(`${server.client}${server.scope === 'user' ? '' : `, ${server.scope} settings`}`)),
      ].join('\n'),
      gradeCell(server, paint),
      notesOf(server, paint)
        .map(({ text, color }) => color(breakLongWords(printable(text), notesWidth)))
        .join('\n'),
    ])
  }
  const problems = unreadable.map(
    ({ client, path, problem }) => `  ${paint.yellow('not read')}  ${client}: ${printable(path)}. ${problem}`,
  )
  const count = `  ${servers.length} server${servers.length === 1 ? '' : 's'}  ${verdictPaint(verdict, paint)(verdict)}`
  const parts = servers.length === 0 ? problems : [tableText(table, paint), problems.join('\n'), count]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

function gradeCell({ result }: InstalledServer, paint: Paint): string {
  if (!result) return paint.dim('–')
  if (result.grade === undefined) return paint.yellow(breakLongWords(result.verdict, widths.grade))
  return gradePaint(result.grade, paint)(paint.bold(` ${result.grade} `))
}

interface Note {
  readonly text: string
  readonly color: (text: string) => string
}

/** Returns notes about a server that the user must see, most important first. */
function notesOf(
  { result, program, secretsIn, sharedTools, isDisabled, project }: InstalledServer,
  paint: Paint,
): Note[] {
  const note = (color: Note['color'], text: string): Note[] => [{ text, color }]
  const worst = result?.worstFinding
  const shared = sharedTools.slice(0, maxShared).map(({ tool, server }) => `${tool} (${server})`)
  const rest = sharedTools.length - shared.length
  return [
    ...(worst ? note(severityPaint(worst.severity, paint), `${worst.severity}: ${worst.title}`) : []),
    ...(program.notScanned === undefined ? [] : note(paint.dim, program.notScanned)),
    ...(program.isPinned === false ? note(paint.yellow, 'not pinned: each start can run another version') : []),
    ...(secretsIn.length === 0 ? [] : note(paint.yellow, `secret in ${secretsIn.join(', ')}`)),
    ...(shared.length === 0
      ? []
      : note(paint.yellow, `same tool as another server: ${shared.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`)),
    ...(isDisabled ? note(paint.dim, 'disabled in the client') : []),
    ...(project === undefined ? [] : note(paint.dim, `only in ${project}`)),
  ]
}
