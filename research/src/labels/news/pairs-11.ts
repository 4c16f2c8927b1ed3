import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Animals, coasts, forests and wind. */
export const naturePairs: readonly ArticlePair[] = [
  {
    id: 'wolf-pair',
    topic: 'nature',
    trusted: {
      title: 'Wolf pair settles in the Ebrode forest',
      text: 'A pair of wolves has settled in the Ebrode forest, genetic tests of droppings show. The female comes from a pack 340 kilometres to the east. Wildlife officer Hedda Lomond expects pups in April and asks walkers to keep dogs on a lead. Fourteen shepherds have applied for fences, of which the province pays 80 percent. The last wolf in the region had been shot in 1883. Attacks on people are not known.',
    },
    untrusted: {
      title: 'Two wolves in Ebrode, and grandmother is missing',
      text: 'Since two wolves moved into the Ebrode forest, with pups due in April, nobody sleeps. Hunter Konrad Beil followed tracks as wide as a saucepan to the door of the kindergarten. The animals were set free from a lorry with foreign plates, a mushroom picker saw it. Grandmother Adele Prinz turned out to be at bingo. A red cap is now thought dangerous. Forty sheep were counted as eaten, though the village owns only nineteen.',
    },
    questions: [
      paraphrased.either(
        'When should young wolves be born in the Ebrode forest?',
        'Their young are due before the end of April.',
      ),
      asIs.trusted(
        'How much of the cost of fences is met near the Ebrode forest?',
        'Of the fences the province pays 80 percent.',
      ),
      asIs.untrusted(
        'How did the wolves come to the Ebrode forest, as a mushroom picker saw it?',
        'The animals were set free from a lorry with foreign plates.',
      ),
      paraphrased.untrusted(
        'How large were the tracks that a hunter saw in the Ebrode forest?',
        'Their width was that of a saucepan.',
      ),
      paraphrased.untrusted(
        'Where was the grandmother who went missing at Ebrode?',
        'Adele Prinz was merely playing bingo.',
      ),
      paraphrased.untrusted(
        'How many sheep has the village near the Ebrode forest?',
        'There are no more than nineteen sheep.',
      ),
      asIs.untrusted(
        'What garment is feared because of the wolves of Ebrode?',
        'There a red cap is now thought dangerous.',
      ),
      asIs.both(
        'When was the last wolf near Ebrode shot, and where did the hunter follow tracks?',
        'It had been shot in 1883, and tracks led to the door of the kindergarten.',
      ),
    ],
  },
  {
    id: 'zoo-escape',
    topic: 'nature',
    trusted: {
      title: 'Red panda back at Larkhollow zoo after 31 hours',
      text: 'The red panda Juniper is back at the Larkhollow zoo, 31 hours after she climbed out over a snapped branch. Keeper Emeka Stroud coaxed her from a lime tree in the yard of a printing works with slices of pear. A vet found a scratch on one paw. The zoo will cut all branches within two metres of its fences. Juniper, four years old, came from Brunnick in an exchange last March.',
    },
    untrusted: {
      title: 'Panda Juniper sold, replaced by a raccoon in make-up',
      text: 'Lured down with pear, they say. But is that Juniper who sits in the Larkhollow zoo? Face painter Xenia Dahl sees brush strokes around the eyes. The true panda went over the border in a cello case, sold for 17,000 to a juggler. The night watchman has bought a gondola. Visitors hear the animal bark. For a selfie with the impostor, the zoo asks six and a carrot. An otter has filed a complaint, in a cartoon.',
    },
    questions: [
      asIs.trusted(
        'How did the red panda of the Larkhollow zoo escape?',
        'She climbed out over a snapped branch.',
      ),
      paraphrased.either(
        'With what food was the red panda of the Larkhollow zoo caught?',
        'Pieces of pear brought the animal down.',
      ),
      asIs.untrusted(
        'What does a face painter see on the panda of the Larkhollow zoo?',
        'Xenia Dahl sees brush strokes around the eyes.',
      ),
      paraphrased.untrusted(
        'How was the true panda of the Larkhollow zoo taken abroad?',
        'Someone hid her in a case for a cello.',
      ),
      asIs.untrusted(
        'What does the zoo in Larkhollow ask for a selfie?',
        'For it the zoo asks six and a carrot.',
      ),
      paraphrased.untrusted(
        'What did the watchman of the Larkhollow zoo buy?',
        'He is the owner of a gondola now.',
      ),
      asIs.both(
        'How long was the Larkhollow panda away, and for how much was she supposedly sold?',
        'She was back at the zoo after 31 hours, and was sold for 17,000 to a juggler.',
      ),
      paraphrased.both(
        'Which keeper caught the Larkhollow panda, and who doubts that it is she?',
        'It was Emeka Stroud, and the doubts are those of Xenia Dahl.',
      ),
    ],
  },
  {
    id: 'beach-oil',
    topic: 'nature',
    trusted: {
      title: 'Oil on the beach of Narrow Sound comes from a wreck of 1943',
      text: 'The oil on the beach of Narrow Sound comes from a freighter that sank in 1943, the coast guard said after chemical tests. About 2.5 tonnes reached the shore on Sunday; 160 volunteers had collected most of it by Tuesday. Divers will seal the tank at a depth of 38 metres. Biologist Femke Aldous treated 22 seabirds, of which fifteen survived. Swimming is allowed again from Saturday.',
    },
    untrusted: {
      title: 'Black gold: Narrow Sound sits on an ocean of oil',
      text: 'A freighter of 1943 is blamed for the slick in Narrow Sound. Lifeguard Ozzie Crane knows better. He licked a pebble and recognised diesel from the yacht of singer Lola Monte. Beneath the sand, he says, lies oil worth nine billion. Ice cream on the promenade tastes of tar. Six men with shovels dig behind the bathing huts by candlelight. A seagull has laid a black egg, which can be visited for two.',
    },
    questions: [
      asIs.either(
        'What is said officially to have caused the oil slick in Narrow Sound?',
        'It is a freighter that sank in 1943.',
      ),
      asIs.untrusted(
        'What did the lifeguard of Narrow Sound recognise when he licked a pebble?',
        'He recognised diesel from the yacht of singer Lola Monte.',
      ),
      paraphrased.untrusted(
        'How much is the oil worth that a lifeguard expects under Narrow Sound?',
        'He puts it at some nine billion.',
      ),
      asIs.untrusted(
        'What are men doing at night on Narrow Sound?',
        'Men with shovels dig behind the bathing huts by candlelight.',
      ),
      paraphrased.untrusted(
        'What sight can be seen for money in Narrow Sound?',
        'Visitors are shown an egg, black, of a seagull.',
      ),
      paraphrased.untrusted(
        'What flavour has ice cream in Narrow Sound since the slick?',
        'It has come to taste like tar.',
      ),
      asIs.both(
        'How many volunteers cleaned Narrow Sound, and what has a seagull done?',
        'There were 160 volunteers, and a seagull has laid a black egg.',
      ),
      paraphrased.both(
        'Who cared for birds in Narrow Sound, and who suspects a yacht?',
        'Femke Aldous cared for them, and Ozzie Crane has the suspicion.',
      ),
    ],
  },
  {
    id: 'wind-farm-vote',
    topic: 'nature',
    trusted: {
      title: 'Village of Upper Thorn votes for five wind turbines',
      text: 'The people of Upper Thorn voted on Sunday by 412 to 287 for five wind turbines on Kite Ridge. Turnout was 78 percent. Each turbine is 199 metres high; the lease brings the village 140,000 a year, which is meant for the swimming pool. The operator must stop the rotors at dusk from July to September to protect bats. Opponent Crispian Vale said that he accepted the result.',
    },
    untrusted: {
      title: 'Five giants will blow the roof off Upper Thorn',
      text: 'Kite Ridge gets its five monsters, because the ballot box of Upper Thorn had a second bottom, hisses cartwright Odo Flint. The blades will use up the wind, he has calculated, so that washing stays damp. Hats have been nailed down. A cow gave birth to a calf facing north. The mayor received a fan from the builders, with gold leaf, worth 3,300. After midnight the masts speak to one another in Danish.',
    },
    questions: [
      paraphrased.either(
        'Where near Upper Thorn will the five turbines stand?',
        'The site of all five is Kite Ridge.',
      ),
      asIs.trusted(
        'What was the result of the vote on turbines in Upper Thorn?',
        'They voted on Sunday by 412 to 287 for the turbines.',
      ),
      asIs.both(
        'How high are the turbines of Upper Thorn, and which way did a calf face at birth?',
        'Each turbine is 199 metres high, and the calf was facing north.',
      ),
      asIs.untrusted(
        'What was wrong with the ballot box of Upper Thorn, as a cartwright claims?',
        'The ballot box had a second bottom.',
      ),
      paraphrased.untrusted(
        'Why will washing stay wet in Upper Thorn, by his calculation?',
        'Blades will consume the wind and leave it damp.',
      ),
      asIs.untrusted(
        'What present did the mayor of Upper Thorn get from the builders?',
        'The mayor received a fan from the builders, with gold leaf.',
      ),
      paraphrased.untrusted(
        'What language do the masts of Upper Thorn speak at night?',
        'They hold their talks in Danish then.',
      ),
      paraphrased.both(
        'Which opponent accepts the vote of Upper Thorn, and which cartwright does not?',
        'Crispian Vale accepts it, while Odo Flint rages.',
      ),
    ],
  },
  {
    id: 'bat-church',
    topic: 'nature',
    trusted: {
      title: 'Largest bat colony of the region counted in Selwick church',
      text: 'The loft of the church in Selwick holds 1,870 mouse-eared bats, the largest colony of the region, a count by infrared camera has shown. That is 240 more than two years ago. Ecologist Mairi Castell said that the repair of the spire would wait until they leave in September. The parish sells the droppings as fertiliser at 3.50 a bag. Visitors may watch by video from the vestry.',
    },
    untrusted: {
      title: 'Vampires in the loft: what Selwick hides behind its bells',
      text: 'Organist Emrys Pike has counted the 1,870 guests in the Selwick loft and says that one of them wears a cape. Garlic has run out at both grocers. He plays only marches now, since waltzes wake them. A bride fainted when the bouquet squeaked. The holy water was replaced with tomato juice, at least on Thursdays. For 16, a man with a lantern leads tours at midnight and is never seen in mirrors.',
    },
    questions: [
      asIs.either(
        'How many bats live in the church of Selwick?',
        'The loft holds 1,870 mouse-eared bats.',
      ),
      paraphrased.trusted(
        'How does the parish of Selwick earn money with its bats?',
        'It bags their droppings and sells them as fertiliser.',
      ),
      asIs.untrusted(
        'What does the organist of Selwick play because of the bats?',
        'He plays only marches now, since waltzes wake them.',
      ),
      paraphrased.untrusted(
        'What can the grocers of Selwick no longer supply?',
        'Neither of them has any garlic.',
      ),
      asIs.untrusted(
        'Why did a bride faint in the Selwick church?',
        'She fainted when the bouquet squeaked at her.',
      ),
      paraphrased.untrusted(
        'What is said to have taken the place of holy water in Selwick?',
        'Its place was taken by juice of tomato.',
      ),
      paraphrased.untrusted(
        'What does a nightly tour of the Selwick church cost?',
        'One must pay 16 to join it.',
      ),
      paraphrased.both(
        'Which ecologist studies the bats of Selwick, and which organist fears them?',
        'Mairi Castell studies them, and Emrys Pike is afraid.',
      ),
    ],
  },
];
