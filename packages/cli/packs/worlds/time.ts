import { programOf } from '../installed.ts';
import { order, plants, type MakeWorld } from '../world.ts';

/** Strangers can bring in a zone, by what they ask for. */
export const timeWorld: MakeWorld = async () => ({
  command: programOf('pypi', 'mcp-server-time'),
  args: ['--local-timezone', 'UTC'],
  without: { hostile: 'nobody writes to a clock', secret: 'everybody has one' },
  calls: [
    { tool: 'get_current_time', args: { timezone: 'Europe/Zurich' }, trusted: true },
    { tool: 'get_current_time', args: { timezone: order(plants.name) }, fails: true },
    {
      tool: 'convert_time',
      args: { source_timezone: 'UTC', time: '12:00', target_timezone: 'UTC' },
      trusted: true,
    },
    {
      tool: 'convert_time',
      args: { source_timezone: 'UTC', time: order(plants.name), target_timezone: 'UTC' },
      fails: true,
    },
  ],
});
