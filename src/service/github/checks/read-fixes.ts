import { posix } from 'node:path'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ChangedLines } from '../../../engine/reports/check-run/changed-lines.ts'
import type { FixesByFinding, FixOfFinding } from '../../../engine/reports/check-run/fixes.ts'
import { groupFindings } from '../../../engine/reports/finding-groups.ts'
import { codeFix, fileToFix } from '../../../engine/reports/fixes/code-fix.ts'
import { isKnownManifest, manifestFixes } from '../../../engine/reports/fixes/manifest-fix.ts'

/** Returns a file's text in the head, or undefined if GitHub does not return it. */
export type ReadFile = (path: string) => Promise<string | undefined>

/** Maximum number of files to read per check. */
const maxFiles = 10

/** Maximum number of code findings that get a fix, most severe first. */
const maxCodeFixes = 100

/** Returns manifest lines and fixes for new findings. Reads only files touched by the change. */
export async function readFixes(
  findings: readonly Finding[],
  changedLines: ChangedLines,
  readFile: ReadFile,
): Promise<FixesByFinding> {
  const fresh = findings.filter(({ state }) => state === 'new')
  const groups = groupFindings(fresh.filter(({ component }) => component !== undefined))
  const inCode = fresh.flatMap((finding) => {
    const path = fileToFix(finding)
    return path !== undefined && changedLines.has(path) ? [{ finding, path }] : []
  })
  // Each step must be linear, because a change can have thousands of files and packages.
  const folders = new Set(
    groups.flatMap(({ findings: [{ component }] }) =>
      (component?.introducedBy ?? []).map(({ manifest }) => posix.dirname(manifest)),
    ),
  )
  const wanted = [
    ...[...changedLines.keys()].filter((path) => isKnownManifest(path) && folders.has(posix.dirname(path))),
    ...inCode.map(({ path }) => path),
  ]
  const texts = new Map<string, string>()
  for (const path of [...new Set(wanted)].slice(0, maxFiles)) {
    const text = await readFile(path)
    if (text !== undefined) texts.set(path, text)
  }
  const manifests = Map.groupBy(
    [...texts].flatMap(([path, text]) =>
      isKnownManifest(path) ? [{ path, find: manifestFixes({ path, text }) }] : [],
    ),
    ({ path }) => posix.dirname(path),
  )
  const fixes = new Map<string, FixOfFinding>()
  for (const { findings: members, fixedVersion } of groups) {
    const [{ component }] = members
    const isFixed = members.every(({ advisory }) => advisory?.fixedVersion !== undefined)
    for (const { manifest, path: chain } of component?.introducedBy ?? []) {
      const name = chain[1]?.replace(/(?<=.)@[^@]*$/, '')
      const version = chain.length === 2 && isFixed ? fixedVersion : undefined
      const found = (manifests.get(posix.dirname(manifest)) ?? [])
        .map(({ find }) => (name ? find(name, version) : undefined))
        .find((fix) => fix !== undefined)
      if (found) {
        for (const { fingerprint } of members) fixes.set(fingerprint, found)
        break
      }
    }
  }
  for (const { finding, path } of inCode.slice(0, maxCodeFixes)) {
    const fix = codeFix(finding, texts.get(path) ?? '')
    if (fix) fixes.set(finding.fingerprint, { fix })
  }
  return fixes
}
