import { parseCoreMetadata } from '../../../sources/python-packaging/core-metadata.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { linesOf } from '../../syntax/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'

/** Maximum number of header lines. Descriptions follow the header. */
const maxHeaderLines = 5_000

/**
 * Reader for the metadata of installed Python packages,
 * https://packaging.python.org/en/latest/specifications/core-metadata/. Outside of `site-packages`, `*.egg-info`
 * belongs to the project itself. Runs in linear time.
 */
export const distInfo: ManifestReader = {
  id: 'dist-info',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  standsAlone: true,
  names: ['*.dist-info/METADATA', 'site-packages/*.egg-info/PKG-INFO'],
  reads: (path) => /\.dist-info\/METADATA$|(?:^|\/)site-packages\/[^/]+\.egg-info\/PKG-INFO$/.test(path),
  read(file) {
    const work = workOf(file)
    work.spend(parsingSteps(file.text))
    const found = new Map<string, { readonly value: string; readonly line: number }>()
    for (const [index, text] of linesOf(file.text).slice(0, maxHeaderLines).entries()) {
      if (text.trim() === '') break
      const [, field, value] = /^(Name|Version):\s{0,20}(\S.{0,400})$/i.exec(text.trimEnd()) ?? []
      const key = field?.toLowerCase()
      if (key !== undefined && value !== undefined && !found.has(key)) found.set(key, { value, line: index + 1 })
    }
    const [name, version] = [found.get('name'), found.get('version')]
    if (name === undefined) throw new UnreadableManifest('no-python-name')
    const listing = new Listing(work)
    const role = { name: name.value, dev: false, groups: [], line: name.line }
    if (version === undefined) listing.request({ ...role, requested: '(nothing)', reason: 'metadata-without-version' })
    else {
      const license = parseCoreMetadata(Buffer.from(file.text))?.license
      listing.add({ ...role, version: version.value, ...(license && { license }) })
    }
    return listing.reading()
  },
}
