import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CachePlace, cacheFolderOf, trustedCacheFolder } from '../../src/settings/cache-folder.ts'
import { readConfig } from '../../src/settings/config.ts'

describe('cacheFolderOf', () => {
  it.each<[string, CachePlace, string | undefined]>([
    ['Linux', { platform: 'linux', home: '/home/ada', variables: {} }, '/home/ada/.cache/assay'],
    [
      'Linux with XDG_CACHE_HOME',
      { platform: 'linux', home: '/home/ada', variables: { XDG_CACHE_HOME: '/var/cache/ada' } },
      '/var/cache/ada/assay',
    ],
    [
      'Linux with a relative XDG_CACHE_HOME',
      { platform: 'linux', home: '/home/ada', variables: { XDG_CACHE_HOME: 'caches' } },
      '/home/ada/.cache/assay',
    ],
    [
      'Linux without a home folder',
      { platform: 'linux', home: undefined, variables: { XDG_CACHE_HOME: '/var/cache/ada' } },
      '/var/cache/ada/assay',
    ],
    ['Linux without any folder', { platform: 'linux', home: undefined, variables: {} }, undefined],
    [
      'macOS',
      { platform: 'darwin', home: '/Users/ada', variables: { XDG_CACHE_HOME: '/elsewhere' } },
      '/Users/ada/Library/Caches/assay',
    ],
    [
      'Windows',
      { platform: 'win32', home: 'C:\\Users\\ada', variables: { LOCALAPPDATA: 'D:\\Local' } },
      'D:\\Local\\assay\\Cache',
    ],
    [
      'Windows without LOCALAPPDATA',
      { platform: 'win32', home: 'C:\\Users\\ada', variables: {} },
      'C:\\Users\\ada\\AppData\\Local\\assay\\Cache',
    ],
  ])('%s', (_name, place, folder) => {
    expect(cacheFolderOf(place)).toBe(folder)
  })
})

describe('ASSAY_CACHE_DIR', () => {
  it('replaces the folder of the system', () => {
    expect(readConfig({ ASSAY_CACHE_DIR: '/srv/assay-cache', XDG_CACHE_HOME: '/other' }).cacheDir).toBe(
      '/srv/assay-cache',
    )
  })
})

describe('trustedCacheFolder', () => {
  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'assay-cache-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  it('requires ASSAY_CACHE_DIR of a user without a home folder', () => {
    vi.stubEnv('HOME', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { cacheDir } = readConfig({})
    if (process.platform === 'linux') expect(cacheDir).toBeUndefined()
    expect(() => trustedCacheFolder(undefined)).toThrow('ASSAY_CACHE_DIR: The current user has no home folder')
  })

  it('accepts a folder of the user, and one that does not exist yet', () => {
    const folder = newFolder()
    expect(trustedCacheFolder(folder, [join(folder, 'project')])).toBe(folder)
    expect(trustedCacheFolder(join(folder, 'a', 'b'), [join(folder, 'project')])).toBe(join(folder, 'a', 'b'))
    expect(trustedCacheFolder(join(folder, '..cache'), [join(folder, 'project')])).toBe(join(folder, '..cache'))
  })

  it.skipIf(process.platform === 'win32').each([0o770, 0o707])('refuses a folder with mode %o', (mode) => {
    const folder = newFolder()
    chmodSync(folder, mode)
    expect(() => trustedCacheFolder(folder)).toThrow(`Other users can write to the cache folder ${folder}.`)
  })

  it.skipIf(process.platform === 'win32')('refuses a folder of another user', () => {
    const folder = newFolder()
    const uid = process.getuid?.() ?? 0
    vi.spyOn(process, 'getuid').mockReturnValue(uid + 1)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => trustedCacheFolder(folder)).toThrow(`The cache folder ${folder} belongs to another user.`)
  })

  it('refuses a folder inside a scanned folder, also through a link', () => {
    const folder = newFolder()
    const [project, link] = [join(folder, 'project'), join(folder, 'link')]
    mkdirSync(project)
    symlinkSync(project, link)
    for (const cache of [project, join(project, '.assay', 'cache'), join(project, '..cache'), join(link, 'cache')])
      expect(() => trustedCacheFolder(cache, [project]), cache).toThrow(`is inside the scanned folder ${project}.`)
  })
})
