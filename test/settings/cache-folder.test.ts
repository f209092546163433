import { describe, expect, it } from 'vitest'
import { type CachePlace, cacheFolderOf } from '../../src/settings/cache-folder.ts'
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
