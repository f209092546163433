import Table from 'cli-table3'
import type { JudgedServer } from './benign-notes.ts'
import { blindFiguresOf, type Figures, figuresOf, type Share } from './figures.ts'
import type { JudgedCase, Spot } from './judge.ts'

/** Returns the figures of a set of cases as a table. */
export function figuresTable(judged: readonly JudgedCase[]): string {
  return tableOf(figuresOf(judged), judged)
}

/**
 * Returns the totals of blind cases as a table, and the number that could not be judged. Empty if there are no blind
 * cases.
 */
export function blindTable(judged: readonly JudgedCase[]): string {
  const unjudged = judged.filter(({ problems }) => problems.length > 0).length
  const note = unjudged === 0 ? '' : `${unjudged} of ${judged.length} could not be judged completely\n`
  return `${tableOf(blindFiguresOf(judged), judged)}${note}`
}

function tableOf(figures: readonly Figures[], judged: readonly JudgedCase[]): string {
  if (judged.length === 0) return ''
  const table = new Table({
    head: [
      '',
      'caught',
      'near the sink',
      'silent on the fix',
      'nothing of the class anywhere',
      'arguable: silent',
      'told apart',
      'undecided',
      'undecided on the fix',
    ],
    style: { head: [], border: [], compact: true },
  })
  for (const row of figures) table.push(rowOf(row))
  return `${table.toString()}\n`
}

function rowOf({ group, ...shares }: Figures): string[] {
  const { caught, caughtNear, silent, silentAnywhere, silentArguable, toldApart, undecided, undecidedFix } = shares
  return [
    group,
    ...[caught, caughtNear, silent, silentAnywhere, silentArguable, toldApart, undecided, undecidedFix].map(shareText),
  ]
}

const shareText = ({ hits, of }: Share) => (of === 0 ? '–' : `${hits}/${of}  ${Math.round((100 * hits) / of)} %`)

/** Returns one line for each case, and one more for each remark. */
export function caseLines(judged: readonly JudgedCase[]): string {
  return judged
    .map(
      (one) =>
        `${lineOf(one)}\n${notesOf(one)
          .map((note) => `         ${note}\n`)
          .join('')}`,
    )
    .join('')
}

function lineOf({ case: subject, caught, inFile, anywhere }: JudgedCase): string {
  const sides =
    `${caught ? 'caught' : 'missed'}  ` +
    `${(
      `${inFile === 'not-judged' ? '–' : inFile}` +
      `${inFile === 'noisy' && subject.silence === 'arguable' ? ' (arguable)' : ''}`
    ).padEnd(16)}`
  const found = caught ? `${spotText(caught)}` : `sink ${subject.sink.file}:${subject.sink.line}`
  return (
    `${sides}  ${subject.id}  ${subject.class}  ${subject.tier}  ` +
    `${found}${inFile === 'silent' && anywhere === 'noisy' ? '  (the fix: of the class elsewhere)' : ''}`
  )
}

function notesOf({ noise, undecided, problems }: JudgedCase): string[] {
  const most = 5
  const rest = noise.length > most ? [`the fix: and ${noise.length - most} more`] : []
  const { vulnerable, fixed } = undecided
  return [
    ...noise.slice(0, most).map((spot) => `the fix: ${spotText(spot)}`),
    ...rest,
    ...vulnerable.slice(0, most).map((spot) => `undecided: ${spotText(spot)}`),
    ...fixed.slice(0, most).map((spot) => `the fix, undecided: ${spotText(spot)}`),
    ...problems,
  ]
}

/** Rule, severity, file, and line. */
export function spotText({ rule, severity, file, line }: Spot): string {
  return `${rule} (${severity}) ${file}${line === undefined ? '' : `:${line}`}`
}

/** Returns the number of high and critical findings of each popular server, then each finding with its note. */
export function benignLines(servers: readonly JudgedServer[]): string {
  if (servers.length === 0) return ''
  const { findings, undecided, scanned, defended } = benignFigures(servers)
  const head =
    `Popular servers: ${findings} high or critical in ${scanned} of ${servers.length} servers, ` +
    `${scanned === 0 ? '–' : (findings / scanned).toFixed(2)} per server; ${defended} of them defended in a ` +
    `note; ${undecided} undecided, ${scanned === 0 ? '–' : (undecided / scanned).toFixed(2)} per server\n`
  return (
    head +
    servers
      .map(
        (server) =>
          `${server.isMissing ? '-' : server.findings.length}  ${server.name}  (${server.lower} ` +
          `lower, ${server.undecided} undecided)\n${[
            ...server.findings.map(
              (spot) =>
                `     ${spotText(spot)}  ` +
                `${spot.title}${spot.why === undefined ? '' : `\n       note: ${spot.why}`}`,
            ),
            ...server.problems.map((problem) => `     ${problem}`),
          ]
            .map((line) => `${line}\n`)
            .join('')}`,
      )
      .join('')
  )
}

/**
 * High and critical findings, undecided findings, the number of scanned servers, and the number of findings with a
 * note.
 */
export function benignFigures(servers: readonly JudgedServer[]): {
  findings: number
  undecided: number
  scanned: number
  defended: number
} {
  const all = servers.flatMap(({ findings }) => findings)
  return {
    findings: all.length,
    undecided: servers.reduce((sum, server) => sum + server.undecided, 0),
    scanned: servers.filter(({ isMissing }) => !isMissing).length,
    defended: all.filter(({ why }) => why !== undefined).length,
  }
}
