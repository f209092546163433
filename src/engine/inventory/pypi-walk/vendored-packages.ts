import type { License } from '../../model/license.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { parseCoreMetadata } from '../../sources/python-packaging/core-metadata.ts'
import { isProjectName, normalProjectName } from '../../sources/python-packaging/project-name.ts'
import { parsePythonVersion } from '../../sources/python-packaging/version.ts'

/** Package vendored in another one, with its metadata. */
export interface VendoredPackage {
  readonly name: string
  readonly version: string
  /** Path of its metadata. */
  readonly manifest: string
  readonly license?: License
}

const vendoredMetadata = /[^/]\/[^/]+\.dist-info\/METADATA$/

/** Returns packages that a wheel or source distribution contains in its own folders, such as `setuptools/_vendor/`. */
export function vendoredPackages(files: ReadonlyMap<string, SnapshotFile>): VendoredPackage[] {
  return [...files.values()].flatMap(({ path, content }): VendoredPackage[] => {
    const metadata = vendoredMetadata.test(path) ? parseCoreMetadata(content) : undefined
    const version = metadata === undefined ? undefined : parsePythonVersion(metadata.version)
    if (metadata === undefined || version === undefined || !isProjectName(metadata.name)) return []
    const { name, license } = metadata
    return [{ name: normalProjectName(name), version: version.text, manifest: path, ...(license && { license }) }]
  })
}
