import t from 'tap'
import { BoundedMap, memoized, Memory } from '../../server/domain/memory.ts'

t.test('beyond its bound, a map drops the entry that was unused for longest', async (t) => {
  const map = new BoundedMap<string, number>(2)
  map.set('first', 1)
  map.set('second', 2)
  t.equal(map.get('first'), 1)
  map.set('third', 3)
  t.same(
    ['first', 'second', 'third'].map((name) => map.get(name)),
    [1, undefined, 3],
  )
})

t.test('a memory forgets a value after its time, and still has it as the latest', async (t) => {
  const memory = new Memory<string>(1_000)
  memory.set('name', 'value', 0)
  t.equal(memory.get('name', 999), 'value')
  t.equal(memory.get('name', 1_000), undefined)
  t.equal(memory.get('name', -1_000), undefined, 'the clock was set back')
  t.equal(memory.latest('name'), 'value')
})

t.test('a memoized function works once for each key that it remembers', async (t) => {
  const worked: number[] = []
  const double = memoized((number: number) => {
    worked.push(number)
    return number * 2
  }, 2)
  t.same([1, 2, 1, 3, 1, 2].map(double), [2, 4, 2, 6, 2, 4])
  t.same(worked, [1, 2, 3, 2])
})
