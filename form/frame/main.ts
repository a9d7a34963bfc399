import { element } from './page.ts'
import { connectToParent } from './parent-window.ts'
import { startForm } from './start.ts'

connectToParent(element('frame'), startForm)
