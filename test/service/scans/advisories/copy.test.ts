import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyRows, type CopyRow } from '../../../../src/service/db/advisories/copy.ts'
import { testDatabase } from '../../../support/test-database.ts'

const database = await testDatabase()
const { sql } = database

async function* rowsOf(rows: readonly CopyRow[]): AsyncIterable<CopyRow> {
  yield* rows
}

const copy = (rows: AsyncIterable<CopyRow>, columns = ['number', 'words']) =>
  sql.begin((transaction) => copyRows(transaction, 'copied', columns, rows))
const stored = () => sql`select number, words from copied order by number`

beforeAll(async () => {
  await sql`create table copied (number integer check (number <> 13), words text)`
})

/** Checks that nothing hangs, nothing is stored, and every connection of the pool works again. */
async function expectRolledBack(attempt: Promise<unknown>, message: RegExp): Promise<void> {
  await expect(attempt).rejects.toThrow(message)
  expect(
    await Promise.all(
      Array.from({ length: 4 }, () =>
        sql<{ rows: number }[]>`select count(*)::int as rows from copied`.then(([row]) => row?.rows),
      ),
    ),
  ).toEqual([0, 0, 0, 0])
  expect(
    await sql`select pid from pg_stat_activity where datname = current_database()
      and state like 'idle in transaction%'`,
  ).toEqual([])
}

describe('copyRows', () => {
  it('rejects rows from a failing source', async () => {
    async function* failing(): AsyncIterable<CopyRow> {
      for (let number = 100; number < 20_000; number += 1) yield [String(number), 'x'.repeat(50)]
      throw new Error('the source broke')
    }
    await expectRolledBack(copy(failing()), /^the source broke$/)
  })

  it('tells what the server refuses in the midst', async () => {
    async function* late(): AsyncIterable<CopyRow> {
      for (let number = 100; number < 10_000; number += 1)
        yield [number === 200 ? 'two hundred' : String(number), 'x'.repeat(50)]
      await sleep(500)
      yield ['1', 'x'.repeat(100_000)]
      yield ['2', 'x']
    }
    await expectRolledBack(copy(late()), /invalid input syntax for type integer: "two hundred"/)
  })

  it.each([
    [
      'a value',
      [
        ['1', 'a'],
        ['two', 'b'],
      ],
    ],
    ['a constraint', [['13', 'a']]],
    ['too many columns', [['1', 'a', 'b']]],
  ] as [string, CopyRow[]][])(
    'does not wait for ever when the server refuses the last rows: %s',
    async (_what, rows) => {
      await expectRolledBack(copy(rowsOf(rows)), /current transaction is aborted/)
    },
  )

  it('tells that there is no such column', async () => {
    await expectRolledBack(copy(rowsOf([]), ['nothing']), /column "nothing" of relation "copied" does not exist/)
  })

  it('takes rows only as fast as the server stores them', async () => {
    await sql`create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new;
      end $$`
    await sql`create trigger slow before insert on copied for each row execute function slow()`
    let taken = 0
    async function* forOneSecond(): AsyncIterable<CopyRow> {
      for (const end = Date.now() + 1_000; Date.now() < end; taken += 1)
        yield [String(taken + 100), 'x'.repeat(1_000_000)]
      throw new Error('enough')
    }
    await expectRolledBack(copy(forOneSecond()), /^enough$/)
    // 50 rows of 1 MB can be stored in that second. The data in transit fits into socket buffers.
    expect(taken).toBeGreaterThan(10)
    expect(taken).toBeLessThan(80)
    await sql`drop trigger slow on copied`
  })

  it('stores texts with every printable character, and NULL', async () => {
    const texts = [
      'plain',
      '"quoted", \'quoted\'',
      'back\\slash \\N \\.',
      '\\.',
      'tab-less',
      'ä 漢 \u{1F600} \u2028',
      '{"json": "a\\nb\\u0001"}',
    ]
    await copy(rowsOf([...texts.map((text, index): CopyRow => [String(index), text]), ['99', null]]))
    expect((await stored()).map(({ words }) => words as unknown)).toEqual([...texts, null])
  })
})
