import t from 'tap'
import { lookAtEveryPage } from './looks.ts'

t.setTimeout(300_000)

t.test('every page in light colours, narrow and wide: nothing that axe finds, nothing that scrolls sideways', (t) => lookAtEveryPage(t, 'light'))
