import { posix } from 'node:path'
import { supplyChainLimits } from '../supply-chain-limits.ts'
import type { RuleDocument } from '../../../model/rule.ts'
import type { Severity } from '../../../model/severity.ts'
import { displayAddress } from '../../display-text.ts'
import { isAside, type Project } from '../project.ts'
import type { Remark } from '../../remark.ts'
import { type InstallCode, installCodeOf, withImports } from './commands.ts'
import { type Deed, scriptBehaviour, type ScriptBehaviour } from './script-behaviour.ts'

interface JudgedCode {
  readonly code: InstallCode
  readonly behaviour: ScriptBehaviour
}

const judged = new WeakMap<Project, readonly JudgedCode[]>()

/** Everything that an installation of the project runs, and what it does. */
function judgedCode(project: Project): readonly JudgedCode[] {
  const known = judged.get(project)
  if (known) return known
  const codes = [
    ...project.manifests.flatMap((manifest) =>
      firstOf(project, installCodeOf(project, manifest), supplyChainLimits.maxScripts),
    ),
    ...firstOf(project, pythonInstallCode(project), supplyChainLimits.maxPythonScripts),
  ]
  let left: number = supplyChainLimits.maxTotalScriptCharacters
  const result = codes.map((code) => {
    const text = code.text.slice(0, left)
    left -= text.length
    if (text.length < code.text.length) project.leaveOut(tooMuchCode)
    return { code, behaviour: scriptBehaviour(text, code.language) }
  })
  judged.set(project, result)
  return result
}

const tooMuchCode = 'an installation runs more code than is looked at'

/** As many as are looked at; that there are more is told. */
function firstOf(project: Project, codes: Iterable<InstallCode>, most: number): InstallCode[] {
  const first: InstallCode[] = []
  for (const code of codes) {
    if (first.length === most) {
      project.leaveOut(tooMuchCode)
      break
    }
    first.push(code)
  }
  return first
}

/** `setup.py`, and what builds the package where `pyproject.toml` says that it lies in the tree (`backend-path`). */
function* pythonInstallCode(project: Project): Generator<InstallCode> {
  const paths = [...project.snapshot.files.keys()].filter((path) => !isAside(path))
  const setups = paths.filter((path) => posix.basename(path) === 'setup.py')
  const backends = paths
    .filter((path) => posix.basename(path) === 'pyproject.toml')
    .flatMap((path) => {
      const text = project.textOf(path)?.text ?? ''
      const folder = /^\s{0,20}backend-path\s{0,9}=\s{0,9}\[\s{0,9}["']([\w./-]{1,200})["']/m.exec(text)?.[1]
      const module = /^\s{0,20}build-backend\s{0,9}=\s{0,9}["']([\w.]{1,200})/m.exec(text)?.[1]
      if (folder === undefined || module === undefined) return []
      const base = posix.normalize(posix.join(posix.dirname(path), folder, module.replaceAll('.', '/')))
      return [`${base}.py`, `${base}/__init__.py`].filter((candidate) => project.snapshot.files.has(candidate))
    })
  for (const path of [...setups, ...backends])
    for (const code of withImports(project, path)) yield { by: posix.basename(path), manifest: undefined, ...code }
}

/** The findings for one kind of deed. */
export function* deeds(
  project: Project,
  kind: keyof ScriptBehaviour,
  document: Pick<RuleDocument, 'severity'>,
): Generator<Remark> {
  for (const { code, behaviour } of judgedCode(project)) {
    const deed = behaviour[kind]
    if (deed) yield deedRemark(code, deed, severityOf(kind, deed, document.severity))
  }
}

/** Servers that enter themselves into a client's settings mean no harm, and ask nobody. */
const severityOf = (kind: keyof ScriptBehaviour, { what }: Deed, severity: Severity): Severity =>
  kind === 'changesSystem' && /claude|cursor|mcp_config|mcp_settings/.test(what) ? 'medium' : severity

function deedRemark({ by, manifest, file, offset, language }: InstallCode, deed: Deed, severity: Severity): Remark {
  const inManifest = manifest?.file === file
  const place = file.placeAt(inManifest ? offset : deed.offset)
  const at = { ...place, snippet: displayAddress(place.snippet ?? '') }
  const started = manifest?.scripts.find(({ key }) => key === by)
  const steps = manifest && started && !inManifest ? [manifest.file.placeAt(started.offset), at] : []
  const what =
    language === 'python' && manifest === undefined
      ? `An installation that builds the package runs ${file.path}`
      : inManifest
        ? `An installation runs the script ${by} of ${file.path}`
        : `An installation runs ${file.path} by the script ${by}`
  return {
    title: `${inManifest ? `The script ${by}` : file.path} ${deed.what}`,
    message: `${what}, and it ${deed.what}. This was read from its text: nothing was run.`,
    subject: `${by} ${deed.what.slice(0, 60)}`,
    at,
    severity,
    ...(steps.length > 0 && {
      trace: steps.map((step, index) => ({
        path: step.path,
        line: step.line ?? 1,
        message: index === 0 ? `the script ${by} starts it` : `it ${deed.what}`,
      })),
    }),
  }
}
