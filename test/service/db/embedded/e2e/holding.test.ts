import { spawn } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { openCluster } from '../../../../../src/service/db/embedded/cluster.ts'
import { gone, newDataDir, postmasters, quick, seededDataDir, startHolder, tracked } from '../running.ts'

async function query(url: string, text = 'select current_database() as name'): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 5 })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
  }
}

describe('holding a cluster', () => {
  it('makes it on first use, keeps what is written, and is gone when let go', async () => {
    const dataDir = newDataDir()
    const first = tracked(await openCluster({ dataDir, ...quick }))
    expect(first.adopted).toBe(false)
    expect(first.url).toMatch(/^postgres:\/\/assay:[\w-]{32}@127\.0\.0\.1:\d+\/assay$/)
    await query(first.url, `create table kept as select 'ä' as letter`)
    await first[Symbol.asyncDispose]()
    expect(postmasters(dataDir)).toEqual([])

    const second = tracked(await openCluster({ dataDir, ...quick }))
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select letter from kept')).toEqual([{ letter: 'ä' }])
  })

  it('sets the cluster up as said', async () => {
    const cluster = tracked(
      await openCluster({ dataDir: newDataDir(), settings: { fsync: 'off', work_mem: '5MB', random_page_cost: '2' } }),
    )
    const settings = await query(
      cluster.url,
      `select name, setting from pg_settings where name in
      ('data_checksums', 'server_encoding', 'password_encryption', 'listen_addresses', ` +
        "'unix_socket_directories', 'work_mem', 'random_page_cost', 'jit', 'max_connections') order by name",
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      server_encoding: 'UTF8',
      password_encryption: 'scram-sha-256',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      work_mem: '5120',
      random_page_cost: '2',
      jit: 'off',
      max_connections: '100',
    })
    expect(
      await query(cluster.url, `select datlocprovider, datlocale from pg_database where datname = 'assay'`),
    ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
    await expect(openCluster({ dataDir: newDataDir(), settings: { port: '5432' } })).rejects.toThrow(
      'does not take the setting "port"',
    )
  })

  it('rejects connections without the password, and protects it from other users', async () => {
    const dataDir = newDataDir()
    const { url, dataFolder } = tracked(await openCluster({ dataDir, ...quick }))
    for (const user of ['assay', 'postgres']) {
      const wrong = new URL(url)
      wrong.username = user
      wrong.password = 'wrong'
      await expect(query(wrong.href)).rejects.toThrow('password authentication failed')
    }
    expect(await query(url, `select distinct auth_method from pg_hba_file_rules`)).toEqual([
      { auth_method: 'scram-sha-256' },
    ])
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700)
    // The group that runs Postgres for root may get the execute permission, but not read. Others get nothing.
    expect(statSync(dataDir).mode & 0o767).toBe(0o700)
  })

  it('is adopted by a second process, and stays when the starter leaves first', async () => {
    const dataDir = await seededDataDir()
    const starter = startHolder({ dataDir })
    const { url } = await starter.answer(({ url }) => url !== undefined)
    const adopter = startHolder({ dataDir })
    expect(await adopter.answer(({ url }) => url !== undefined)).toMatchObject({ url, adopted: true })

    starter.tell('dispose')
    await starter.answer(({ disposed }) => disposed === true)
    await starter.end('SIGTERM')
    adopter.tell('query')
    expect(await adopter.answer(({ rows }) => rows !== undefined)).toEqual({ rows: [{ one: 1 }] })

    adopter.tell('dispose')
    await adopter.answer(({ disposed }) => disposed === true)
    expect(postmasters(dataDir)).toEqual([])
  })

  it('works for two processes that start at the same moment on an empty folder', async () => {
    const dataDir = newDataDir()
    const both = [startHolder({ dataDir }), startHolder({ dataDir })]
    const answers = await Promise.all(both.map((holder) => holder.answer(({ url }) => url !== undefined)))
    expect(answers.map(({ adopted }) => adopted).sort()).toEqual([false, true])
    expect(answers[0]?.url).toBe(answers[1]?.url)
    expect(postmasters(dataDir)).toHaveLength(1)
  })

  it('gives a working cluster to an opener that comes while the last holder leaves', async () => {
    const dataDir = await seededDataDir()
    let leaving = tracked(await openCluster({ dataDir, ...quick }))
    for (let round = 0; round < 12; round++) {
      // The hold ends about 10 ms before the server. The rounds cover that gap.
      const [next] = await Promise.all([
        delay(round * 2).then(() => openCluster({ dataDir, ...quick })),
        leaving[Symbol.asyncDispose](),
      ])
      leaving = tracked(next)
      expect(await query(next.url)).toEqual([{ name: 'assay' }])
    }
    await leaving[Symbol.asyncDispose]()
    expect(await gone(dataDir)).toBe(true)
  })

  it('is not held by child processes that outlive the hold', async () => {
    const dataDir = await seededDataDir()
    const cluster = await openCluster({ dataDir, ...quick })
    const child = spawn('sleep', ['60'])
    try {
      await cluster[Symbol.asyncDispose]()
      expect(postmasters(dataDir)).toEqual([])
    } finally {
      child.kill()
    }
  })

  it('does not mind a data folder that exists, with spaces and quotes in its path', async () => {
    const dataDir = join(newDataDir(), `it's "a" folder`)
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    const cluster = tracked(await openCluster({ dataDir, ...quick }))
    expect(await query(cluster.url)).toEqual([{ name: 'assay' }])
  })
})
