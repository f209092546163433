import type { RequirementEdit } from '../../../model/upgrade-plan.ts'
import { UpgradeWriteFailure } from './write-failure.ts'

/**
 * Changes the requirements in a requirements file or a `pyproject.toml`, each at its place in its line. Throws
 * UpgradeWriteFailure for a requirement that is elsewhere or has hashes.
 */
export function editPythonManifest(text: string, edits: readonly RequirementEdit[]): string {
  const lines = text.split('\n')
  for (const edit of edits) editOne(lines, edit)
  return lines.join('\n')
}

function editOne(lines: string[], { path, line, name, from, to }: RequirementEdit): void {
  const candidates = line === undefined ? [...lines.keys()] : [line - 1]
  const [at, ...others] = candidates.filter((index) => holds(lines[index] ?? '', from))
  if (at === undefined || others.length > 0)
    throw new UpgradeWriteFailure(
      `Assay cannot find the requirement ${from} in one line of ${path}. Change ${name} by hand to ${to}.`,
    )
  if (statementAt(lines, at).includes('--hash'))
    throw new UpgradeWriteFailure(
      `${path} pins ${name} with hashes, which Assay does not compute. Change ${name} to ${to} and generate the file ` +
        'again, for example with pip-compile --generate-hashes.',
    )
  const written = lines[at] ?? ''
  const start = written.indexOf(from)
  lines[at] = written.slice(0, start) + to + written.slice(start + from.length)
}

const isEdge = (char: string | undefined): boolean => char === undefined || !/[\w.*+!-]/.test(char)

/** Reports whether a line contains the requirement exactly once, and not as a part of a longer one. */
function holds(line: string, requirement: string): boolean {
  const start = line.indexOf(requirement)
  if (start < 0 || line.indexOf(requirement, start + 1) >= 0) return false
  return isEdge(line[start - 1]) && isEdge(line[start + requirement.length])
}

/** Returns a statement with its continuation lines. */
function statementAt(lines: readonly string[], at: number): string {
  let end = at
  while (lines[end]?.trimEnd().endsWith('\\') === true) end += 1
  return lines.slice(at, end + 1).join('\n')
}
