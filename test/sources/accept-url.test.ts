import { describe, expect, it } from 'vitest'
import { ScanFailure } from '../../src/model/failure.ts'
import { limits } from '../../src/model/limits.ts'
import { parseTarget } from '../../src/sources/accept-url.ts'
import { sources } from '../../src/sources/catalogue.ts'

function refusal(url: string): ScanFailure {
  try {
    parseTarget(url)
  } catch (error) {
    if (error instanceof ScanFailure) return error
    throw error
  }
  throw new Error(`${url} was accepted`)
}

describe('the page of an npm package', () => {
  it.each([
    ['https://www.npmjs.com/package/express', 'express', 'latest'],
    ['https://npmjs.com/package/express', 'express', 'latest'],
    ['https://WWW.NPMJS.COM/package/express', 'express', 'latest'],
    ['https://www.npmjs.com:443/package/express', 'express', 'latest'],
    ['  https://www.npmjs.com/package/express ', 'express', 'latest'],
    ['https://www.npmjs.com/package/express/', 'express', 'latest'],
    ['https://www.npmjs.com/package/express?activeTab=versions', 'express', 'latest'],
    ['https://www.npmjs.com/package/express#readme', 'express', 'latest'],
    ['https://www.npmjs.com/package/express/v/4.18.2', 'express', '4.18.2'],
    ['https://www.npmjs.com/package/express/v/4.18.2/?activeTab=code', 'express', '4.18.2'],
    ['https://www.npmjs.com/package/express/v/next', 'express', 'next'],
    ['https://www.npmjs.com/package/express/v/%5E4.0.0', 'express', '^4.0.0'],
    ['https://www.npmjs.com/package/express/v/1.0.0-beta.1+build', 'express', '1.0.0-beta.1+build'],
    ['https://www.npmjs.com/package/@babel/core', '@babel/core', 'latest'],
    ['https://www.npmjs.com/package/@babel/core/v/7.0.0', '@babel/core', '7.0.0'],
    ['https://www.npmjs.com/package/%40babel/core', '@babel/core', 'latest'],
    ['https://www.npmjs.com/package/@babel%2Fcore', '@babel/core', 'latest'],
    ['https://www.npmjs.com/package/@babel%2fcore/v/7.0.0', '@babel/core', '7.0.0'],
    ['https://www.npmjs.com/package/JSONStream', 'JSONStream', 'latest'],
    ['https://www.npmjs.com/package/lodash.merge', 'lodash.merge', 'latest'],
    ['https://www.npmjs.com/package/constructor', 'constructor', 'latest'],
    ['https://www.npmjs.com/package/v', 'v', 'latest'],
    ['https://www.npmjs.com/package/v/v/1.0.0', 'v', '1.0.0'],
  ])('%s', (url, name, selector) => {
    expect(parseTarget(url)).toEqual({ type: 'npm', name, selector })
  })
})

describe('an address that means no package', () => {
  it.each([
    ['https://www.npmjs.com/', 'not the page of an npm package'],
    ['https://www.npmjs.com/express', 'not the page of an npm package'],
    ['https://www.npmjs.com/package', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/@babel', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/@babel/core/more', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/express/v', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/express/v/', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/express/v/1.0.0/more', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/express/access', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/%E0%A4%A', 'not the page of an npm package'],
    ['https://www.npmjs.com/~somebody', 'not the page of an npm package'],
    ['https://www.npmjs.com/package/.hidden', 'cannot be the name'],
    ['https://www.npmjs.com/package/_hidden', 'cannot be the name'],
    ['https://www.npmjs.com/package/node_modules', 'cannot be the name'],
    ['https://www.npmjs.com/package/two%20words', 'cannot be the name'],
    ['https://www.npmjs.com/package/@a/.b', 'cannot be the name'],
    ['https://www.npmjs.com/package/express%00', 'cannot be the name'],
    ['https://www.npmjs.com/package/express/v/a%20tag', 'neither a version nor a range nor a tag'],
    ['https://www.npmjs.com/package/express/v/git+ssh:x', 'neither a version nor a range nor a tag'],
    ['https://www.npmjs.com/package/express/v/npm:other', 'neither a version nor a range nor a tag'],
  ])('%s', (url, message) => {
    expect(refusal(url)).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining(message) })
  })
})

describe('an address that nothing here understands', () => {
  it.each([
    ['', 'not a complete URL'],
    ['express', 'not a complete URL'],
    ['www.npmjs.com/package/express', 'not a complete URL'],
    ['//www.npmjs.com/package/express', 'not a complete URL'],
    ['https://', 'not a complete URL'],
    ['http://www.npmjs.com/package/express', 'should start with https://'],
    ['ftp://www.npmjs.com/package/express', 'should start with https://'],
    ['file:///etc/passwd', 'should start with https://'],
    ['javascript:alert(1)', 'should start with https://'],
    ['https://example.com/package/express', 'Nothing can be scanned at example.com'],
    ['https://www.npmjs.com.example.com/package/express', 'Nothing can be scanned at www.npmjs.com.example.com'],
    ['https://www.npmjs.com:8443/package/express', 'Nothing can be scanned at www.npmjs.com:8443'],
    ['https://127.0.0.1/package/express', 'Nothing can be scanned at 127.0.0.1'],
  ])('%s', (url, message) => {
    const failure = refusal(url)
    expect(failure).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining(message) })
    expect(failure.message).toContain('https://www.npmjs.com/package/NAME')
  })

  it.each(['https://www.npmjs.com/package/express\n', 'https://www.npmjs.com/pack\tage/express', 'https://www.npmjs.com/package/express\u0000', 'https://www.npmjs.com/package/express?\ud800'])('is refused when it could not be stored as it is: %j', (url) => {
    expect(refusal(url)).toMatchObject({ code: 'INVALID_URL', message: 'The URL has control characters or broken Unicode in it.' })
  })

  it('is refused when it is too long, before anything else', () => {
    const longest = `https://www.npmjs.com/package/express?${'x'.repeat(limits.request.urlBytes)}`
    expect(parseTarget(longest.slice(0, limits.request.urlBytes))).toMatchObject({ name: 'express' })
    expect(refusal(longest.slice(0, limits.request.urlBytes + 1)).message).toBe('The URL is longer than 2048 bytes.')
  })

  it.each(['https://user:s3cret@www.npmjs.com/package/express', 'https://s3cret@example.com/', 'http://:s3cret@www.npmjs.com/package/express', 'ftp://s3cret@x/'])('never has its user information repeated: %s', (url) => {
    const failure = refusal(url)
    expect(failure).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining('user information') })
    expect(JSON.stringify([failure.message, failure.stack, failure.cause])).not.toContain('s3cret')
  })
})

describe('every source', () => {
  it('stands in the catalogue under its id, in order', () => {
    expect(sources.map(({ id }) => id)).toEqual(sources.map(({ id }) => id).sort())
  })

  it('leaves the hosts of others alone', () => {
    for (const source of sources) expect(source.accepts(new URL('https://example.com/package/express'))).toBeUndefined()
  })
})
