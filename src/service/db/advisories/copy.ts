import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'

/** One value for each column; null is NULL. Texts must be free of control characters. */
export type CopyRow = readonly (string | null)[]

const chunkCharacters = 64 * 1024

/**
 * Streams rows into a table with COPY, as fast as the server takes them. When the rows or the server
 * fail, the error is thrown and the transaction is to be rolled back.
 */
export async function copyRows(
  transaction: TransactionSql,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<CopyRow>,
): Promise<void> {
  // With a delimiter and a quote that occur in no value, nothing needs escaping.
  const stream = await transaction`
    copy ${transaction(table)} (${transaction([...columns])})
    from stdin with (format csv, delimiter e'\\x02', quote e'\\x01')`.writable()
  // An error that comes between two writes would otherwise end the process; it is found at the next.
  stream.on('error', () => {})
  try {
    for await (const chunk of chunks(rows)) {
      if (stream.errored) throw stream.errored
      if (!stream.write(chunk)) await once(stream, 'drain')
    }
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  stream.end()
  // postgres.js never settles the stream when the server refuses the rows at their end
  // (https://github.com/porsager/postgres/issues/1173): the next query tells how COPY ended.
  await setImmediate()
  await transaction`select 1`
}

async function* chunks(rows: AsyncIterable<CopyRow>): AsyncIterable<string> {
  let chunk = ''
  for await (const row of rows) {
    chunk += `${row.join('\x02')}\n`
    if (chunk.length < chunkCharacters) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
