import { posix } from 'node:path'
import { supplyChainLimits } from '../supply-chain-limits.ts'
import { isOutOfScope, type Project } from '../project.ts'
import { type InstallCode, installCodeOf, withImports } from './commands.ts'
import { scriptBehavior, type ScriptBehavior } from './script-behavior.ts'

interface JudgedInstallCode {
  readonly code: InstallCode
  readonly behavior: ScriptBehavior
}

const judgedByProject = new WeakMap<Project, readonly JudgedInstallCode[]>()

/** Returns all code that runs when the project is installed, with its behavior. */
export function judgedInstallCode(project: Project): readonly JudgedInstallCode[] {
  const cached = judgedByProject.get(project)
  if (cached) return cached
  const codes = [
    ...project.manifests.flatMap((manifest) =>
      firstOf(project, installCodeOf(project, manifest), supplyChainLimits.maxScripts),
    ),
    ...firstOf(project, pythonInstallCode(project), supplyChainLimits.maxPythonScripts),
  ]
  let left: number = supplyChainLimits.maxTotalScriptCharacters
  const judged = codes.map((code) => {
    const text = code.text.slice(0, left)
    left -= text.length
    if (text.length < code.text.length) project.addGap(tooMuchCode)
    return { code, behavior: scriptBehavior(text, code.language) }
  })
  judgedByProject.set(project, judged)
  return judged
}

const tooMuchCode = 'the installation runs too much code to be fully analyzed'

/** Returns the first entries. Exceeding the limit is a coverage gap. */
function firstOf(project: Project, codes: Iterable<InstallCode>, max: number): InstallCode[] {
  const first: InstallCode[] = []
  for (const code of codes) {
    if (first.length === max) {
      project.addGap(tooMuchCode)
      break
    }
    first.push(code)
  }
  return first
}

/** Yields `setup.py` and build backends in the project (`backend-path` in `pyproject.toml`). */
function* pythonInstallCode(project: Project): Generator<InstallCode> {
  const paths = [...project.snapshot.files.keys()].filter((path) => !isOutOfScope(path))
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
    for (const code of withImports(project, path))
      yield { startedBy: posix.basename(path), manifest: undefined, ...code }
}
