import { describe, expect, it } from 'vitest'
import {
  deriveFromFiles,
  packDerivation,
  requestedFile,
} from '../../../../src/engine/reachability/derivation/derive-task.ts'
import { filesOf, release } from './derived.ts'

describe('deriveFromFiles', () => {
  it('requests the files that differ from the parent', () => {
    const versions = {
      before: filesOf({ 'index.js': 'exports.run = (x) => exec(x)', 'other.js': 'exports.a = 1' }),
      after: filesOf({ 'index.js': 'exports.run = (x) => execFile(x)', 'other.js': 'exports.a = 1' }),
    }
    const content = packDerivation(release, versions.before.digests, versions.after.digests)
    const { functions } = deriveFromFiles({
      content,
      beside: (name) => {
        const file = requestedFile(name)
        return file && versions[file.side].read(file.path)
      },
    })
    expect(functions).toMatchObject([{ path: 'index.js', name: 'run', change: 'changed' }])
    expect([versions.before.requested, versions.after.requested]).toEqual([['index.js'], ['index.js']])
  })

  it('rejects other content and other names', () => {
    expect(() => deriveFromFiles({ content: Buffer.from('{}'), beside: () => undefined })).toThrow()
    expect(requestedFile('index.js')).toBeUndefined()
    expect(requestedFile('after/before/a.js')).toEqual({ side: 'after', path: 'before/a.js' })
  })

  it('reports a file that the parent does not have', () => {
    const content = packDerivation(release, new Map([['a.js', '1']]), new Map([['a.js', '2']]))
    expect(deriveFromFiles({ content, beside: () => undefined })).toMatchObject({
      functions: [],
      shortfall: 'not-parsed',
    })
  })
})
