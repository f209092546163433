import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { endedChildrenCpuSeconds } from '../process-cpu.ts'
import type { ProgramCase, ProgramKind } from './cases.ts'

/** The parts of a report that this measurement reads. */
const reportLine = z.object({
  findings: z.array(
    z.object({
      component: z.object({ name: z.string(), version: z.string() }).optional(),
      advisory: z.object({ id: z.string(), aliases: z.array(z.string()) }).optional(),
      reachability: z
        .object({ status: z.string(), reason: z.string().optional(), detail: z.string().optional() })
        .optional(),
    }),
  ),
})

/** The result for the vulnerability of one program. `not-found`: the report has no such finding. */
export interface JudgedProgram {
  readonly name: string
  readonly kind: ProgramKind
  readonly status: string
  readonly reason?: string | undefined
  readonly detail?: string | undefined
}

export interface JudgedPrograms {
  readonly half: 'odd' | 'even'
  readonly programs: readonly JudgedProgram[]
  readonly cpuSeconds: number
}

const assay = fileURLToPath(new URL('../../assay.js', import.meta.url))

/** Scans the programs of the cases with the command line, which reuses the summaries of earlier scans. */
export async function judgePrograms(half: 'odd' | 'even', cases: readonly ProgramCase[]): Promise<JudgedPrograms> {
  const before = endedChildrenCpuSeconds()
  const wanted = cases.flatMap((one) => (['exploit', 'harmless'] as const).map((kind) => ({ one, kind })))
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [assay, 'scan', '--reachability', '--format=json', ...wanted.map(({ one, kind }) => resolve(one.folders[kind]))],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  )
  const lines = stdout.split('\n').filter((line) => line !== '')
  if (lines.length !== wanted.length)
    throw new Error(`The scan printed ${lines.length} reports for ${wanted.length} programs (${status}):\n${stderr}`)
  const programs = wanted.map(({ one, kind }, at) => ({ name: one.name, kind, ...resultIn(lines[at] ?? '', one) }))
  return { half, programs, cpuSeconds: endedChildrenCpuSeconds() - before }
}

function resultIn(line: string, wanted: ProgramCase): Omit<JudgedProgram, 'name' | 'kind'> {
  const report = reportLine.parse(JSON.parse(line))
  const finding = report.findings.find(
    ({ component, advisory }) =>
      component?.name === wanted.package &&
      component.version === wanted.version &&
      advisory !== undefined &&
      [advisory.id, ...advisory.aliases].includes(wanted.advisory),
  )
  const { status = 'not-found', reason, detail } = finding?.reachability ?? {}
  return { status, reason, detail }
}
