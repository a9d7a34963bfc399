import { connectToParent } from './parent-window.ts'
import { startForm } from './start.ts'

connectToParent(startForm)
