import { TooCostly } from '../../../inventory/work-budget.ts'
import type { Component } from '../../../model/component.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { NpmProject } from '../npm-project.ts'
import { unmetRequest } from './unmet-request.ts'
import { UpgradeWriteFailure } from './write-failure.ts'

/**
 * Checks the lockfile of a written project against the planned tree and the manifests. Throws UpgradeWriteFailure if it
 * does not place the planned versions, or does not meet a request.
 */
export function proveLockfile(written: NpmProject, planned: readonly Component[]): void {
  const locked = new Set(written.locked?.map(({ purl }) => purl))
  const [difference] = locked.symmetricDifference(new Set(planned.map(({ purl }) => purl)))
  if (difference !== undefined) throw differing(`differs from the planned tree in ${difference}`)
  const unmet = unmetIn(written)
  if (unmet !== undefined) throw differing(`does not meet the request ${unmet}`)
}

function unmetIn(written: NpmProject): string | undefined {
  try {
    return unmetRequest({
      lock: fieldsOf(written, written.lockfile),
      manifests: new Map(written.folders.map(({ folder, path }) => [folder, fieldsOf(written, path)])),
      isOverridden: (name) => written.isOverridden(name),
    })
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    throw new UpgradeWriteFailure(`The written lockfile ${error.message}. No file was changed.`, { cause: error })
  }
}

const differing = (how: string): UpgradeWriteFailure =>
  new UpgradeWriteFailure(`The written lockfile ${how}. No file was changed. Report this.`)

function fieldsOf({ contents }: NpmProject, path = ''): Readonly<Record<string, unknown>> {
  const fields: unknown = JSON.parse((contents.get(path)?.toString('utf8') ?? '{}').replace(/^\uFEFF/, ''))
  return isObject(fields) ? fields : {}
}
