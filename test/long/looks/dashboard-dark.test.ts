import t from 'tap'
import { lookAtEveryPage } from '../../dashboard/looks.ts'

t.setTimeout(300_000)

t.test('every page in dark colours, narrow and wide: nothing that axe finds, nothing that scrolls sideways', (t) => lookAtEveryPage(t, 'dark'))
