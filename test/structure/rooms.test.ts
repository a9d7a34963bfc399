import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import t from 'tap'
import { importsOf, root, sourceFiles, type SourceFile } from './source-files.ts'

// Inside a layer there are rooms, most of them named by a noun. spec/architecture.md#rooms lists the rooms of each
// layer and which others each may import. Files that lie in the layer itself put its rooms together, or belong to all
// rooms, so they are not part of the list.

const page = readFileSync(`${root}/spec/architecture.md`, 'utf8')

/** A folder with more files than this needs rooms. */
const mostFiles = 25

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** `server/flows` and below it lines such as `disputes → mail, sessions`. */
function listedLayers(text: string): Map<string, Arrows> {
  const [, section = ''] = /\n## Rooms\n([^]*?)(?:\n## |$)/.exec(text) ?? []
  const [, block = ''] = /```text\n([^]*?)\n```/.exec(section) ?? []
  const layers = new Map<string, Map<string, Set<string>>>()
  let rooms = new Map<string, Set<string>>()
  for (const line of block.split('\n').filter((line) => line.trim() !== '')) {
    const [, layer] = /^(\S+)$/.exec(line) ?? []
    if (layer !== undefined) layers.set(layer, (rooms = new Map<string, Set<string>>()))
    else {
      const [room = '', others = ''] = line.split('→')
      rooms.set(room.trim(), new Set(others.split(',').flatMap((name) => name.trim() || [])))
    }
  }
  return layers
}

/** The room of a path in a layer. Null: it is in another layer, or in no room. */
function roomIn(layer: string, path: string): string | null {
  const [room, ...rest] = path.startsWith(`${layer}/`) ? path.slice(layer.length + 1).split('/') : []
  return room === undefined || rest.length === 0 ? null : room
}

function arrowsIn(layer: string, files: readonly SourceFile[]): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const file of files) {
    const room = roomIn(layer, file.path)
    if (room === null) continue
    const used = arrows.get(room) ?? new Set<string>()
    arrows.set(room, used)
    for (const target of importsOf(file).files) {
      const other = roomIn(layer, target)
      if (other !== null && other !== room) used.add(other)
    }
  }
  return arrows
}

/** The pairs of rooms that reach each other, directly or through others. */
function mutualRooms(arrows: Arrows): string[] {
  const reached = (from: string): Set<string> => {
    const found = new Set<string>()
    const open = [from]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const other of arrows.get(next) ?? [])
        if (!found.has(other)) {
          found.add(other)
          open.push(other)
        }
    return found
  }
  const all = new Map([...arrows.keys()].map((room) => [room, reached(room)]))
  return [...all]
    .flatMap(([room, others]) =>
      [...others].filter((other) => room < other && all.get(other)?.has(room)).map((other) => `${room}, ${other}`),
    )
    .sort()
}

const listed = listedLayers(page)
const files = sourceFiles('server', 'form', 'sdk')
const lines = (arrows: Arrows): string[] =>
  [...arrows].map(([room, others]) => `${room} → ${[...others].sort().join(', ')}`).sort()

t.test('each room imports the rooms that the architecture page lists for it, and no others', async (t) => {
  t.ok(listed.size > 5, 'the test finds the list')
  for (const [layer, arrows] of listed) t.same(lines(arrowsIn(layer, files)), lines(arrows), layer)
})

t.test('rooms do not import each other in circles', async (t) => {
  const found = [...listed].flatMap(([layer, arrows]) => mutualRooms(arrows).map((pair) => `${layer}: ${pair}`))
  t.same(found, [])
  t.same(
    mutualRooms(
      new Map([
        ['a', new Set(['b'])],
        ['b', new Set(['c'])],
        ['c', new Set(['a'])],
        ['d', new Set(['a'])],
      ]),
    ),
    ['a, b', 'a, c', 'b, c'],
  )
})

t.test('no folder holds more files than a reader can oversee', async (t) => {
  const counts = new Map<string, number>()
  // Migrations only ever add up. Their list, migrations.ts, gives the overview.
  const counted = files.filter(({ path }) => !/\/migrations\/\d{3}-/.test(path))
  for (const { path } of counted) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const tooMany = [...counts].filter(([, count]) => count > mostFiles).map(([folder]) => folder)
  t.same(tooMany, [])
})
