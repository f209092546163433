import type { Sql, TransactionSql } from 'postgres'
import { answerOfQuery } from './answer-of-query.ts'

/**
 * drizzle-orm sends every query through `unsafe`, for which postgres.js 3.4.9 prepares nothing: each
 * query is parsed and described in a round trip of its own before it is run in another. With prepared
 * statements a read by key took a third of the time. Values have no part in a statement's text.
 */
const maxTextLength = 8_192

/**
 * Statements stay on a connection until it ends; texts beyond this many different ones (lists of any length make them)
 * are not kept.
 */
const maxTexts = 500

/**
 * The same client, whose `unsafe` prepares statements that come again, inside transactions too. For drizzle-orm alone:
 * unlike its type says, this `unsafe` sends at once and gives an AnswerOfQuery, not a query that waits to be awaited.
 */
export function withPreparedStatements(sql: Sql): Sql {
  const texts = new Set<string>()
  const isKept = (text: string) =>
    texts.has(text) || (text.length <= maxTextLength && texts.size < maxTexts && Boolean(texts.add(text)))

  const preparing = <Client extends Sql | TransactionSql>(client: Client): Client =>
    new Proxy(client, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property)
        if (typeof member !== 'function') return member
        if (property === 'unsafe')
          return (text: string, values: unknown[] = [], options: object = {}) =>
            answerOfQuery(member(text, values, { ...options, prepare: isKept(text) }))
        if (property !== 'begin' && property !== 'savepoint') return member
        // The last argument is what runs inside, with a client of its own.
        return (...words: unknown[]): unknown =>
          member(
            ...words.map((word) =>
              typeof word === 'function' ? (inner: TransactionSql): unknown => word(preparing(inner)) : word,
            ),
          )
      },
    })
  return preparing(sql)
}
