import { describe, expect, it } from 'vitest'
import type { UnreadFile } from '../../../src/engine/reachability/package-summary.ts'
import { judgeReachability } from '../../../src/engine/reachability/judge-reachability.ts'
import { programOf } from './installed-files.ts'

const packages = { 'lib@1.0.0': { 'index.js': 'exports.a = () => {}\nexports.b = () => {}' } }

/** Judges `b` of a package while files of the project are not read. */
function judgedWith(unread: readonly UnreadFile[], main = "require('lib').a()") {
  const { project, ...program } = programOf({ project: { 'main.js': main }, packages })
  const [result] = judgeReachability({ ...program, project: { ...project, unread: [...project.unread, ...unread] } }, [
    {
      ecosystem: 'npm',
      name: 'lib',
      version: '1.0.0',
      functions: {
        ecosystem: 'npm',
        name: 'lib',
        affectedVersion: '1.0.0',
        fixedVersion: '99.0.0',
        confidence: 'high',
        functions: [{ path: 'index.js', name: 'b', line: 2, change: 'changed', signs: [] }],
      },
    },
  ])
  return result
}

describe('a file of the project that is not read', () => {
  it.each(['Dockerfile', 'docker/Dockerfile', 'bin/deploy', 'query.sql', 'Server.cs', 'logo.cdr'])(
    'does not matter if nothing names it: %s',
    (path) => {
      expect(judgedWith([{ path, cause: 'language' }])?.status).toBe('imported')
    },
  )

  it.each<UnreadFile>([
    { path: 'App.vue', cause: 'language' },
    { path: 'native.rs', cause: 'language' },
    { path: 'broken.js', cause: 'syntax' },
    { path: 'bin/start', cause: 'syntax' },
    { path: 'index.js', cause: 'language' },
  ])('may call the function: $path, $cause', (file) => {
    expect(judgedWith([file])).toMatchObject({ status: 'unknown', reason: 'project-not-read', detail: file.path })
  })

  it('may call the function if another file loads it', () => {
    const result = judgedWith([{ path: 'bin/run', cause: 'language' }], "require('./bin/run')")
    expect(result).toMatchObject({ status: 'unknown', reason: 'project-not-read', detail: 'bin/run' })
  })
})
