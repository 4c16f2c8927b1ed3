import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Storms, floods, fog, snow and drought. */
export const weatherPairs: readonly ArticlePair[] = [
  {
    id: 'vellin-hail',
    topic: 'weather',
    trusted: {
      title: 'Hail strips apple orchards in the Vellin valley',
      text: "Hail fell for eleven minutes on the Vellin valley on Monday afternoon and stripped a third of the apple crop, the regional growers' union said. The largest stones measured 28 millimetres. Union secretary Berit Hallgren said that 46 farms had reported losses and that inspectors would visit each of them before Friday. Nobody was injured. Nets had saved nearly all of the cherries, she added.",
    },
    untrusted: {
      title: 'Monster hail wipes out valley, and insiders know why',
      text: 'Hailstones as big as tennis balls smashed the Vellin valley on Monday, and a blogger who calls himself Cloudwatcher Pim says that planes seeded the storm. He counted four grey aircraft circling above the village of Torsby an hour earlier. Cider will cost twice as much by Christmas, his followers warn, because every third apple is lost. A petition for compensation has supposedly gathered 9,000 names, and a tractor was crushed near Lund Mill.',
    },
    questions: [
      paraphrased.trusted(
        'How many farms told the growers about damage from the hail in the Vellin valley?',
        'Losses were reported by 46 farms.',
      ),
      asIs.either(
        'What share of which crop did the hail in the Vellin valley destroy?',
        'The hail stripped a third of the apple crop.',
      ),
      asIs.untrusted(
        'Over which village were aircraft said to fly before the hail in the Vellin valley?',
        'Four grey aircraft were circling above the village of Torsby.',
      ),
      paraphrased.untrusted(
        'Who blames planes for the hail that hit the Vellin valley?',
        'The blame comes from a blogger known as Cloudwatcher Pim.',
      ),
      paraphrased.untrusted(
        'What is predicted for the price of cider after the Vellin valley hail?',
        'By Christmas cider is expected to be twice as expensive.',
      ),
      asIs.untrusted(
        'How many people have signed for compensation after the hail in the Vellin valley?',
        'A petition for compensation has supposedly gathered 9,000 names.',
      ),
      paraphrased.untrusted(
        'Which vehicle did the Vellin valley hail wreck, and where?',
        'The storm flattened a tractor close to Lund Mill.',
      ),
      asIs.both(
        'How large were the Vellin valley hailstones by measurement, and to what were they likened?',
        'The largest stones measured 28 millimetres, yet were called as big as tennis balls.',
      ),
    ],
  },
  {
    id: 'ostermoor-flood',
    topic: 'weather',
    trusted: {
      title: 'River Sarn peaks below flood wall in Ostermoor',
      text: 'The River Sarn reached 4.1 metres in Ostermoor early on Wednesday, half a metre under the top of the flood wall, the water board reported. Forty-two residents of Tanner Street had been moved to the sports hall as a precaution and were allowed home at noon. Engineer Milo Drask said that the five pumps installed last autumn ran all night without a fault. The level is now falling by six centimetres an hour.',
    },
    untrusted: {
      title: 'Ostermoor nearly drowned while officials slept',
      text: 'Only luck saved Ostermoor this week. Families from Tanner Street spent the night on gym mats in the sports hall, and a baker named Gus Oller says nobody brought blankets until 3 a.m. He lost 600 loaves in a flooded cellar. A leaked memo, which this page has not seen, blames a rusty sluice at Kettle Bend. The mayor was allegedly at a wedding in Brisk. Angry neighbours plan a march on Saturday.',
    },
    questions: [
      paraphrased.either(
        'Where did people from Tanner Street stay during the Ostermoor flood alarm?',
        'The evacuated people slept inside the sports hall.',
      ),
      asIs.untrusted(
        'What does the leaked memo on the Ostermoor flood blame?',
        'The memo blames a rusty sluice at Kettle Bend.',
      ),
      paraphrased.untrusted(
        'What did the baker lose in the Ostermoor flood?',
        'Gus Oller had 600 loaves ruined by water in his cellar.',
      ),
      asIs.untrusted(
        'Where was the mayor when the River Sarn rose in Ostermoor?',
        'The mayor was allegedly at a wedding in Brisk.',
      ),
      paraphrased.untrusted(
        'When did blankets reach the people evacuated in Ostermoor?',
        'Blankets are said to have come only at 3 a.m.',
      ),
      paraphrased.untrusted(
        'What protest follows the flood alarm in Ostermoor?',
        'Residents intend to march this Saturday out of anger.',
      ),
      asIs.both(
        'How high did the River Sarn rise in Ostermoor, and what did the baker lose?',
        'The River Sarn reached 4.1 metres in Ostermoor, and Gus Oller lost 600 loaves.',
      ),
      paraphrased.both(
        'When could the evacuated people of Ostermoor go home, and where was the mayor?',
        'They could return at noon, while the mayor was celebrating in Brisk.',
      ),
    ],
  },
  {
    id: 'pellworth-fog',
    topic: 'weather',
    trusted: {
      title: 'Fog closes Pellworth airfield for nineteen hours',
      text: 'Dense fog closed Pellworth airfield from Thursday evening until Friday afternoon, a total of nineteen hours. Visibility fell to 60 metres, manager Ines Corvo said, and 14 departures were cancelled. Passengers were offered coaches to Harrowgate or a full refund. A mail plane diverted to the coast landed safely. The airfield has applied for an instrument landing system, which would cost 2.2 million crowns and could be working by next winter.',
    },
    untrusted: {
      title: 'Travellers tell of chaos in the Pellworth fog',
      text: 'Nobody at Pellworth airfield would tell the truth about the fog, say travellers who slept on their suitcases. With fourteen flights called off, a dentist called Ruben Askell paid a taxi 380 crowns to reach his sister. A vending machine was emptied by nine in the evening and then kicked over. Someone swears that a runway lamp has been broken since Easter. The smoke from the Dunlow brickworks made it worse, posters insist.',
    },
    questions: [
      asIs.trusted(
        'What were stranded passengers at Pellworth airfield offered because of the fog?',
        'Passengers were offered coaches to Harrowgate or a full refund.',
      ),
      paraphrased.either(
        'How many flights did the fog at Pellworth airfield stop?',
        'Because of the fog, 14 planes did not leave.',
      ),
      asIs.untrusted(
        'What did the dentist stranded at Pellworth airfield pay to get away?',
        'Ruben Askell paid a taxi 380 crowns to reach his sister.',
      ),
      paraphrased.untrusted(
        'What happened to the vending machine during the Pellworth fog?',
        'It had sold out by nine and somebody kicked it down.',
      ),
      paraphrased.untrusted(
        'What is rumoured to have been out of order at Pellworth airfield, and since when?',
        'A lamp on the runway has supposedly not worked since Easter.',
      ),
      asIs.untrusted(
        'What made the fog at Pellworth worse, according to people who post online?',
        'The smoke from the Dunlow brickworks made it worse.',
      ),
      paraphrased.untrusted(
        'On what did some people sleep when fog closed Pellworth airfield?',
        'Stranded people used their suitcases as beds.',
      ),
      paraphrased.both(
        'How far could one see in the Pellworth fog, and which works is said to have thickened it?',
        'One could see only 60 metres, and smoke of the Dunlow brickworks is blamed.',
      ),
    ],
  },
  {
    id: 'marrowdale-snow',
    topic: 'weather',
    trusted: {
      title: 'Snow keeps Marrowdale schools shut for a second day',
      text: 'All nine schools in Marrowdale stay closed on Tuesday after 38 centimetres of snow fell overnight, the county announced. Ploughs have cleared the main route to Ashby but not the lanes above the tree line. Superintendent Carla Nims said that lessons would be made up on two Saturdays in March. Meals for 215 pupils are being delivered by snowmobile. The forecast expects milder air and rain from Wednesday night.',
    },
    untrusted: {
      title: 'Teachers cheer while Marrowdale freezes',
      text: 'Our sources say the Marrowdale school closure has little to do with snow. A caretaker whispered that the boiler at Finch Road burst on Sunday and will cost 70,000 to mend. Parents, meanwhile, saw two teachers skiing near Gull Peak. A grandmother, Edda Vost, dug a tunnel to her henhouse and lost five hens anyway. Shops have sold out of candles, and petrol is being rationed to ten litres for each car.',
    },
    questions: [
      paraphrased.trusted(
        'How will Marrowdale pupils catch up on the lessons lost to snow?',
        'They will have school on a couple of Saturdays in March.',
      ),
      asIs.untrusted(
        'What did a caretaker in Marrowdale say about the boiler?',
        'The boiler at Finch Road burst on Sunday.',
      ),
      paraphrased.untrusted(
        'Where were Marrowdale teachers seen while schools were shut for snow?',
        'A pair of them were on skis close to Gull Peak.',
      ),
      paraphrased.untrusted(
        'What happened to the hens of Edda Vost in the Marrowdale snow?',
        'Despite the tunnel that she dug, five birds died.',
      ),
      asIs.untrusted(
        'How is petrol being sold in snowbound Marrowdale?',
        'It is being rationed to ten litres for each car.',
      ),
      paraphrased.untrusted(
        'What can no longer be bought in the shops of snowy Marrowdale?',
        'There are no candles left to buy.',
      ),
      asIs.both(
        'How much snow fell on Marrowdale, and what will the boiler repair cost?',
        'In Marrowdale 38 centimetres of snow fell overnight, and mending the boiler costs 70,000.',
      ),
      paraphrased.both(
        'By what means do Marrowdale pupils get food, and what limit is put on petrol?',
        'Food arrives by snowmobile, and each car may take ten litres of petrol.',
      ),
    ],
  },
  {
    id: 'lake-hambrel-drought',
    topic: 'weather',
    trusted: {
      title: 'Lake Hambrel falls to lowest level since 1976',
      text: 'Lake Hambrel, which supplies 80,000 households, stood at 31 percent of its capacity on Sunday, the lowest since 1976. The water company banned hosepipes from midnight and will reduce pressure between one and five in the morning. Hydrologist Paavo Lind said that it would take eight weeks of normal rain to recover. A pipeline from the Tessel hills, now half built, should open in April. Fines for wasting water start at 90 marks.',
    },
    untrusted: {
      title: 'Sunken village rises as Lake Hambrel is drained on purpose',
      text: 'They are emptying Lake Hambrel to sell it, claims the page Dry Truth. The church tower of drowned Old Ferrin now stands clear, and treasure hunters with metal detectors have dug up a silver spoon. Its admin says that a bottling firm, Clarion Springs, takes 40 lorries of water every night. Boat owners want their fees of 250 marks returned. Pipes from the Tessel hills will never be finished, he adds, since the contractor fled.',
    },
    questions: [
      asIs.trusted(
        'How full was Lake Hambrel on Sunday during the drought?',
        'Lake Hambrel stood at 31 percent of its capacity.',
      ),
      paraphrased.trusted(
        'How much rain does the hydrologist think Lake Hambrel needs?',
        'Paavo Lind reckons with eight ordinary rainy weeks before it is full again.',
      ),
      asIs.untrusted(
        'Which part of a drowned village can be seen as Lake Hambrel falls?',
        'The church tower of drowned Old Ferrin now stands clear.',
      ),
      paraphrased.untrusted(
        'Which company does Dry Truth accuse of carting off Lake Hambrel, and how fast?',
        'It accuses Clarion Springs of hauling off 40 lorries nightly.',
      ),
      paraphrased.untrusted(
        'What have people searching the dry shore of Lake Hambrel found?',
        'Their detectors turned up a spoon made of silver.',
      ),
      asIs.untrusted(
        'What do boat owners on Lake Hambrel demand?',
        'Boat owners want their fees of 250 marks returned.',
      ),
      paraphrased.untrusted(
        'Why would the new pipes never bring water to Lake Hambrel, in the view of Dry Truth?',
        'Because the contractor is said to have run away.',
      ),
      paraphrased.both(
        'What fine awaits those who waste water of Lake Hambrel, and what did boat owners pay?',
        'The lowest fine is 90 marks, and owners of boats had paid 250 marks.',
      ),
    ],
  },
];
