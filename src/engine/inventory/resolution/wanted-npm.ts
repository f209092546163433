import { z } from 'zod'
import { type DependencyReason, isDependencyReason } from '../reasons/dependency-reasons.ts'
import type { NpmOverrides as NpmOverridesOfManifest } from '../installation.ts'

const Specs = z.record(z.string(), z.string())

/** A `package.json` and its dependencies. */
export const NpmProjectRequest = z.object({
  /** Path of the `package.json`. */
  path: z.string(),
  name: z.string().optional(),
  version: z.string().optional(),
  dependencies: Specs,
  optionalDependencies: Specs,
  devDependencies: Specs,
  peerDependencies: Specs,
  lines: z.record(z.string(), z.int()).optional(),
})
export type NpmProjectRequest = z.infer<typeof NpmProjectRequest>

const NpmOverrides = z.object({
  rules: z.array(z.object({ keys: z.array(z.string()), value: z.string().optional() })),
  references: Specs,
  changesOwnRequests: z.boolean(),
  unapplied: z.array(
    z.object({ name: z.string(), reason: z.custom<DependencyReason>(isDependencyReason), line: z.int().optional() }),
  ),
})

/** An npm project and its workspace members. */
export const WantedNpm = NpmProjectRequest.extend({
  kind: z.literal('npm'),
  members: z.array(NpmProjectRequest),
  overrides: NpmOverrides,
  /** Names of all npm projects in the source. */
  localNames: z.array(z.string()),
})
export type WantedNpm = z.infer<typeof WantedNpm>

/** Returns a manifest's overrides. Empty by default. */
export function wantedOverrides(overrides: NpmOverridesOfManifest | undefined): z.infer<typeof NpmOverrides> {
  const { rules = [], references = {}, changesOwnRequests = false, unapplied = [] } = overrides ?? {}
  return {
    rules: rules.map(({ keys, value }) => ({ keys: [...keys], value })),
    references,
    changesOwnRequests,
    unapplied: [...unapplied],
  }
}
