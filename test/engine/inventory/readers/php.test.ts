import { describe, expect, it } from 'vitest'
import { composerJson } from '../../../../src/engine/inventory/readers/php/composer-json.ts'
import { composerLock } from '../../../../src/engine/inventory/readers/php/composer-lock.ts'
import { edgesOf, packageLines, readFiles, requestLines } from './support/read-files.ts'

describe('composer.lock', () => {
  const lock = JSON.stringify({
    packages: [
      {
        name: 'symfony/console',
        version: 'v5.4.0',
        require: { php: '>=8', 'ext-json': '*', 'Symfony/Polyfill': '^1' },
      },
      { name: 'symfony/polyfill', version: '1.28.0.0' },
      { name: 'acme/branch', version: 'dev-main', source: { reference: '0123' } },
      { name: 'acme/line', version: '2.x-dev' },
      { name: 'acme/stable', version: '1.0.0-RC2' },
      { name: 'acme/own', version: '1.0.0', dist: { type: 'path', url: './packages/own' } },
      { name: 'acme/away', version: '1.0.0', dist: { type: 'path', url: '/home/somebody/away' } },
      { version: '1.0.0' },
      null,
      'odd',
    ],
    'packages-dev': [{ name: 'phpunit/phpunit', version: '10.5.0', require: { 'symfony/polyfill': '*' } }],
  })

  it('takes the letter off versions, and leaves branches as requests', () => {
    const reading = readFiles(composerLock, {
      'composer.lock': lock,
      'composer.json': JSON.stringify({
        require: { php: '*', 'Symfony/Console': '^5' },
        'require-dev': { 'phpunit/phpunit': '*' },
      }),
    })
    expect(packageLines(reading)).toEqual([
      'symfony/console@5.4.0 direct',
      'symfony/polyfill@1.28.0.0 transitive',
      'acme/stable@1.0.0-RC2 transitive',
      'phpunit/phpunit@10.5.0 direct dev (dev)',
    ])
    expect(requestLines(reading)).toEqual([
      'acme/branch dev-main: it is a development branch',
      'acme/line 2.x-dev: it is a development branch',
      'acme/away /home/somebody/away: it is a folder outside the project',
    ])
    expect(edgesOf(reading)).toEqual({
      'symfony/console@5.4.0': ['symfony/polyfill@1.28.0.0'],
      'phpunit/phpunit@10.5.0': ['symfony/polyfill@1.28.0.0'],
    })
    expect(packageLines(readFiles(composerLock, { 'composer.lock': lock }))[0]).toBe('symfony/console@5.4.0')
  })

  it('is told when it is something else', () => {
    expect(() => readFiles(composerLock, { 'composer.lock': '{"packages": {}}' })).toThrow('has no list of packages')
  })
})

describe('composer.json', () => {
  it('asks for packages and not for the platform', () => {
    const reading = readFiles(composerJson, {
      'composer.json': JSON.stringify({
        name: 'acme/app',
        require: { php: '>=8', 'ext-mbstring': '*', 'a/pin': 'v1.2.3', 'a/range': '^1.0', 'a/any': '1.*', 'a/odd': 3 },
        'require-dev': { 'a/dev': '2.0.0' },
      }),
    })
    expect(packageLines(reading)).toEqual(['a/pin@1.2.3 direct', 'a/dev@2.0.0 direct dev (dev)'])
    expect(requestLines(reading)).toEqual([
      'a/range ^1.0: no lockfile pins its version',
      'a/any 1.*: no lockfile pins its version',
      'a/odd (nothing): no lockfile pins its version',
    ])
  })
})
