import type { Shop } from '../../src/privacy/retail/shop-file.ts';

/** A shop of the form of tau-bench's, made up: two customers, and tasks that are no use. */
const order = {
  order_id: '#W1',
  user_id: 'ann_lee_1',
  address: { address1: '5 Elm Way', zip: '11122' },
  items: [{ name: 'Lamp', product_id: '900', item_id: '9001', price: 30.5 }],
  status: 'delivered',
  payment_history: [{ payment_method_id: 'paypal_77' }],
};

const profile = {
  name: { first_name: 'Ann', last_name: 'Lee' },
  address: { address1: '5 Elm Way', zip: '11122' },
  email: 'ann1@example.com',
  payment_methods: { paypal_77: { source: 'paypal', id: 'paypal_77' } },
  orders: ['#W1'],
};

const lamps = {
  name: 'Lamp',
  product_id: '900',
  variants: { '9002': { item_id: '9002', options: { colour: 'red' }, price: 32.5 } },
};

const find = {
  tool: 'find_user_id_by_name_zip',
  args: { first_name: 'Ann', last_name: 'Lee', zip: '11122' },
  output: 'ann_lee_1',
};

const missed = {
  tool: 'find_user_id_by_email',
  args: { email: 'ann@example.com' },
  output: 'Error: user not found',
};

const exchange = {
  tool: 'exchange_delivered_order_items',
  args: {
    order_id: '#W1',
    item_ids: ['9001'],
    new_item_ids: ['9002'],
    payment_method_id: 'paypal_77',
  },
  output: JSON.stringify({ ...order, status: 'exchange requested' }),
};

const lookUps = [
  {
    tool: 'get_user_details',
    args: { user_id: 'ann_lee_1' },
    output: JSON.stringify(profile),
  },
  { tool: 'get_order_details', args: { order_id: '#W1' }, output: JSON.stringify(order) },
  { tool: 'get_product_details', args: { product_id: '900' }, output: JSON.stringify(lamps) },
];

const names = [...new Set([missed, find, ...lookUps, exchange].map(({ tool }) => tool))];

export const madeShop: Shop = {
  policy: 'Help one customer at a time.',
  tools: [...names, 'calculate'].map((name) => ({
    name,
    description: 'One of the shop.',
    parameters: { type: 'object', properties: {} },
  })),
  tasks: [
    {
      id: 'made_0',
      user_id: 'ann_lee_1',
      instruction: 'You are Ann Lee, ann@example.com, in 11122. Exchange your lamp for a red one.',
      actions: [
        missed,
        find,
        ...lookUps,
        { tool: 'calculate', args: { expression: '32.5 - 30.5' }, output: '2' },
        exchange,
      ],
      outputs: ['30.5', 'nowhere'],
    },
    {
      id: 'made_1',
      user_id: 'bob_ray_2',
      instruction: 'You are Bob Ray in 33344, and want to know how order #W8 stands.',
      actions: [
        {
          ...find,
          args: { first_name: 'Bob', last_name: 'Ray', zip: '33344' },
          output: 'bob_ray_2',
        },
        {
          tool: 'get_order_details',
          args: { order_id: '#W8' },
          output: JSON.stringify({ ...order, order_id: '#W8', user_id: 'bob_ray_2' }),
        },
      ],
      outputs: ['delivered'],
    },
    // The order's number stands nowhere.
    {
      id: 'made_2',
      user_id: 'cat_fox_3',
      instruction: 'You are Cat Fox in 11122.',
      actions: [{ ...find, args: { first_name: 'Cat', last_name: 'Fox', zip: '11122' } }, exchange],
      outputs: [],
    },
    // Nobody is found first.
    {
      id: 'made_3',
      user_id: 'dan_oak_4',
      instruction: 'You are Dan Oak; order #W1.',
      actions: lookUps.slice(1),
      outputs: [],
    },
  ],
};
