import type { Reachability } from '../../../src/engine/model/reachability.ts'
import { judgeReachability } from '../../../src/engine/reachability/judge-reachability.ts'
import type { PackageSummary } from '../../../src/engine/reachability/package-summary.ts'
import { projectCommands } from '../../../src/engine/reachability/project-commands.ts'
import { decodeSummary } from '../../../src/engine/reachability/summary/summarize-module.ts'
import { summaryOf } from './installed-files.ts'
import type { CaseFunction, CasePackage, ReachabilityCase } from './read-cases.ts'

const isCode = /\.(?:[cm]?[jt]s|py|json)$/

/** Judges the vulnerable functions of a case. They must all be in one package. */
export function judgeCase({ project, packages, vulnerable }: ReachabilityCase): Reachability {
  const summaries = new Map(packages.map((one) => [one, summarize(one.files)]))
  const target = vulnerable[0]?.package
  const summary = target && summaries.get(target)
  if (!summary) throw new TypeError('the case has no vulnerable package')
  const { ecosystem, name, version } = target
  const [result] = judgeReachability(
    {
      project: summarize(project),
      commands: projectCommands(JSON.parse(project.get('package.json') ?? '{}')),
      packages: [...summaries].map(([one, read]) => ({ ...identity(one), summary: read })),
      notRead: new Set(),
    },
    [
      {
        ...identity(target),
        functions: {
          ecosystem,
          name,
          affectedVersion: version,
          fixedVersion: '99.0.0',
          confidence: 'high',
          functions: vulnerable.map((one) => ({
            path: one.path,
            name: nameOf(one, summary),
            line: one.line,
            change: 'changed',
            signs: [],
          })),
        },
      },
    ],
  )
  if (!result) throw new TypeError('nothing was judged')
  return result
}

const identity = ({ ecosystem, name, version }: CasePackage): Pick<CasePackage, 'ecosystem' | 'name' | 'version'> => ({
  ecosystem,
  name,
  version,
})

const summarize = (files: ReadonlyMap<string, string>): PackageSummary =>
  summaryOf(Object.fromEntries([...files].filter(([path]) => isCode.test(path))))

/** Returns the name path of the last function that starts at or before the line. */
function nameOf({ path, line }: CaseFunction, { modules }: PackageSummary): string {
  const module = modules.find((one) => one.path === path)
  if (!module) throw new TypeError(`${path} was not read`)
  const { functions, strings } = decodeSummary(module)
  const around = functions.slice(1).filter(({ offset }) => offset <= line)
  const last = around.reduce((best, one) => (one.offset >= best.offset ? one : best))
  return strings[last.name] ?? ''
}
