// What the JavaScript client does with a server: node client.mjs URL DATABASE
import { createClient } from '@clickhouse/client'

const [url, database] = process.argv.slice(2)
const client = createClient({ url, database, compression: { request: true, response: true } })
const read = async (query, format, more) => (await client.query({ query, format, ...more }))
const told = { ping: (await client.ping()).success }
await client.command({ query: 'CREATE TABLE js (id UInt64, name String) ENGINE = MergeTree ORDER BY id' })
const values = [{ id: 1, name: 'a' }, { id: 2, name: "b'é" }]
await client.insert({ table: 'js', values, format: 'JSONEachRow' })
const asked = 'SELECT * FROM js WHERE id >= {id: UInt64} ORDER BY id'
told.rows = await (await read(asked, 'JSONEachRow', { query_params: { id: 2 } })).json()
told.document = (await (await read('SELECT count() AS n FROM js', 'JSON')).json()).data
told.streamed = 0
const stream = (await read('SELECT number FROM numbers(100000)', 'JSONCompactEachRow')).stream()
for await (const rows of stream) told.streamed += rows.length
try {
  await read('SELECT nope', 'JSON')
} catch (error) {
  told.error = [error.code, error.type]
}
const session = createClient({ url, session_id: `js-${process.pid}` })
await session.command({ query: 'CREATE TEMPORARY TABLE own (a UInt8)' })
const counted = await session.query({ query: 'SELECT count() FROM own', format: 'TabSeparated' })
told.temporary = await counted.text()
await session.close()
await client.close()
console.log(JSON.stringify(told))
