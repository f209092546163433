import type { ProgramKind } from './cases.ts'
import type { JudgedProgram, JudgedPrograms } from './judge-programs.ts'

const statuses = ['reachable', 'imported', 'not-loaded', 'unknown', 'not-found'] as const

/** Returns a table of the results, and before it each program without the wanted result if `lists` is true. */
export function tableOf(judged: readonly JudgedPrograms[], { lists }: { readonly lists: boolean }): string {
  const rows = judged.flatMap(({ half, programs, cpuSeconds }) =>
    (['exploit', 'harmless'] as const).map((kind) => {
      const ofKind = programs.filter((one) => one.kind === kind)
      const counts = statuses.map((status) => ofKind.filter((one) => one.status === status).length)
      return `| ${kind}, ${half} | ${ofKind.length} | ${counts.join(' | ')} | ${cpuSeconds.toFixed(1)} |`
    }),
  )
  const header = `| programs | number | ${statuses.join(' | ')} | CPU of the half in s |`
  const listed = judged.flatMap(({ programs }) => programs.filter((one) => !isWanted(one)).map(lineOf))
  return [...(lists ? [...listed, ''] : []), header, '|---|---:|---:|---:|---:|---:|---:|---:|', ...rows, ''].join('\n')
}

/** An exploit should be reachable, and a harmless program should be denied. */
const isWanted = ({ kind, status }: JudgedProgram) => wanted[kind].has(status)

const wanted: Readonly<Record<ProgramKind, ReadonlySet<string>>> = {
  exploit: new Set(['reachable']),
  harmless: new Set(['imported', 'not-loaded']),
}

const lineOf = ({ name, kind, status, reason = '', detail = '' }: JudgedProgram) =>
  `${name} ${kind}: ${status} ${reason} ${detail}`.trimEnd()
