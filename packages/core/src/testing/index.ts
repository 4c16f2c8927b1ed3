export { checkLattice, type Law, type LawViolation } from '../label/check-lattice.ts';
export {
  scriptedModel,
  type Script,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedReply,
} from '../model/scripted.ts';
export { assertLattice } from './assert-lattice.ts';
export { rehearse, type Rehearsal, type Rehearsed } from './rehearse.ts';
