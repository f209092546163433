/**
 * A program that ends its connections to the database in its first argument while they open. The endpoint in front of
 * the database has the mode in its second argument. It prints the outcomes of the waiting queries as one line of JSON,
 * and ends when nothing keeps it running.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../src/service/db/client.ts'
import { createNotifications } from '../../../src/service/db/notifications.ts'
import { type EndpointMode, startBrokenEndpoint } from '../../support/broken-endpoint.ts'

const [url = '', mode = ''] = process.argv.slice(2)
const endpoint = await startBrokenEndpoint(url, mode as EndpointMode)
const through = endpoint.through(url)
const ended = (query: PromiseLike<unknown>) =>
  query.then(
    () => 'answered',
    () => 'rejected',
  )

const pool = openDatabase(through, { maxConnections: 2, applicationName: 'test' })
const notifications = createNotifications(pool.db)
// Connections to a URL with several hosts are opened later, to the host that accepts writes.
const several = openDatabase(`${through}?target_session_attrs=read-write`, {
  maxConnections: 2,
  applicationName: 'test',
})
const outcomes = [ended(pool.sql`select 1`), ended(notifications.hearing()), ended(several.sql`select 1`)]
await pause(200)
await notifications[Symbol.asyncDispose]()
await Promise.all([pool.sql.end({ timeout: 0 }), several.sql.end({ timeout: 0 })])
const [first, session, last] = await Promise.all(outcomes)
process.stdout.write(JSON.stringify({ pool: first, session, several: last }))
// What the endpoint has accepted must not keep the program running, but what the program has opened would.
endpoint.abandon()
