import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { parseYaml } from '../../syntax/yaml.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import { type UsesPlace, usesPlaces } from './uses-places.ts'

/**
 * Reader for the actions and reusable workflows used in workflows and composite actions,
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
 *
 * A tag with three numbers is a version. So is the comment after a commit (`@8f4b7f8… # v4.1.1`), which tools that pin
 * commits write and update. A tag with one or two numbers moves from release to release like a branch, so it has no
 * version. A workflow's dependencies are for development, and an action's dependencies are for its users. Linear: step
 * lists that aliases share are processed once.
 */
export const githubActions: ManifestReader = {
  id: 'github-actions',
  ecosystem: 'GitHub Actions',
  kind: 'lockfile',
  names: ['.github/workflows/*.yml', 'action.yml'],
  reads: (path) => isWorkflow(path) || /^action\.ya?ml$/.test(posix.basename(path)),
  read(file) {
    const { path, text } = file
    const work = workOf(file)
    const root = parseYaml(text, work)
    work.spend(parsingSteps(text))
    const places = usesPlaces(text)
    const listing = new Listing(work)
    const dev = isWorkflow(path)
    for (const uses of isWorkflow(path) ? usedByWorkflow(root) : usedBySteps([valueAt(root, 'runs')])) {
      // Excludes folders in the same repository and container images.
      if (uses.startsWith('./') || uses.startsWith('docker://')) continue
      list(listing, uses, dev, places.get(uses))
    }
    return listing.reading()
  },
}

const isWorkflow = (path: string): boolean => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)

/**
 * Returns the actions used in a workflow. YAML aliases can share jobs, step lists, and steps, so each is processed only
 * once.
 */
const usedByWorkflow = (root: Table): string[] => {
  const jobs = [...new Set(Object.values(tableAt(root, 'jobs')))]
  return [...jobs.map((job) => textAt(job, 'uses')).filter((uses) => uses !== undefined), ...usedBySteps(jobs)]
}

function usedBySteps(holders: readonly unknown[]): string[] {
  const lists = new Set(holders.map((holder) => valueAt(holder, 'steps')).filter(Array.isArray))
  const steps = new Set<unknown>([...lists].flat())
  return [...new Set([...steps].flatMap((step) => textAt(step, 'uses') ?? []))]
}

function list(listing: Listing, uses: string, dev: boolean, place: UsesPlace | undefined): void {
  const match = /^([\w.-]{1,100}\/[\w.-]{1,100})(?:\/[^@\s]{0,400})?@(\S{1,255})$/.exec(uses.trim())
  const [, name, ref] = match ?? []
  const role = { dev, groups: [], ...(place === undefined ? {} : { line: place.line }) }
  if (name === undefined || ref === undefined) {
    listing.request({
      ...role,
      name: uses.slice(0, 200),
      requested: uses.slice(0, 200),
      reason: 'entry-not-parsed',
    })
    return
  }
  const isCommit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref)
  const version = isCommit ? versionIn(place?.comment ?? '') : versionOf(ref)
  if (version !== undefined) listing.add({ ...role, name, version, direct: true })
  else
    listing.request({
      ...role,
      name,
      requested: ref,
      reason: isCommit ? 'commit-without-version' : 'branch-or-moving-tag',
    })
}

/** Strips the `v` from `v1.2.3`, because advisories omit it. Returns undefined for incomplete versions. */
const versionOf = (ref: string): string | undefined =>
  /^v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]{1,100})?)$/.exec(ref)?.[1]

/** Returns the first complete version in a comment: `v4.1.1`, `tag=v4.1.1`, `pin@v4.1.1`. */
const versionIn = (comment: string): string | undefined =>
  comment
    .slice(0, 200)
    .split(/[\s=@,;()]+/)
    .map(versionOf)
    .find((version) => version !== undefined)
