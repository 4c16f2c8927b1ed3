import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Cheese, honey, kitchens and harvests. */
export const foodPairs: readonly ArticlePair[] = [
  {
    id: 'blue-cheese-recall',
    topic: 'food',
    trusted: {
      title: 'Dairy recalls blue cheese after listeria finding',
      text: 'The Holmfell dairy is recalling its blue cheese Alder after listeria was found in one sample. The recall covers 2,600 wheels with batch number 4417, sold in Wendle and Marsh counties since 3 October. Nobody is known to have fallen ill. Quality manager Rosalind Teague said that a drain in the ripening cellar was the source. Customers get their money back without a receipt. Other cheeses are not affected.',
    },
    untrusted: {
      title: 'Is your cheese listening? The Alder affair',
      text: 'The dairy in Holmfell says listeria; locals say that the blue cheese Alder moves at night. Milkman Cuthbert Rowe lost a spoon in it and found it on another shelf. Rats that ate from batch 4417 formed a line. A chef in Tarrow keeps serving the cheese, at 29 a slice, to guests who sign a paper. The cellar used to be a prison, and a chain hangs there still. Crackers have become scarce in six towns.',
    },
    questions: [
      paraphrased.either(
        'Which batch of the blue cheese Alder is meant by the recall?',
        'The number of the batch is 4417.',
      ),
      asIs.trusted(
        'What was the source of the listeria in the blue cheese Alder?',
        'A drain in the ripening cellar was the source.',
      ),
      asIs.untrusted(
        'What did a milkman lose in the blue cheese Alder?',
        'Cuthbert Rowe lost a spoon in it and found it on another shelf.',
      ),
      paraphrased.untrusted(
        'How did rats act once they had eaten the blue cheese Alder?',
        'They stood one behind another, forming lines.',
      ),
      asIs.untrusted(
        'What has become scarce because of the blue cheese Alder?',
        'Crackers have become scarce in six towns.',
      ),
      paraphrased.untrusted(
        'What was once in the cellar of the blue cheese Alder?',
        'It served as a prison in former times.',
      ),
      paraphrased.untrusted(
        'Who still offers the blue cheese Alder, and at what price?',
        'For 29, a Tarrow chef will serve a slice.',
      ),
      asIs.both(
        'How many wheels of the blue cheese Alder are recalled, and what hangs in the cellar?',
        'The recall covers 2,600 wheels, and a chain hangs there still.',
      ),
    ],
  },
  {
    id: 'thyme-honey',
    topic: 'food',
    trusted: {
      title: 'Honey harvest on Isola Verde halved by late frost',
      text: 'Beekeepers on Isola Verde expect 44 tonnes of thyme honey this year, half of the usual harvest. Frost on 21 April killed the early blossom, the association said. Its chair, Leocadia Burr, asked members not to feed sugar before the autumn count. A jar will cost about 9.80. The hives themselves, 5,300 of them, came through the winter well, and mites were found in only two valleys.',
    },
    untrusted: {
      title: 'Bees of Isola Verde on strike against phone mast',
      text: 'Half the honey is missing on Isola Verde, and the bees know why. They dance an arrow that points at the mast on Goat Hill, says Crispin Yale, who films them through a straw. The thyme glows after dusk, he adds. Smugglers bring in syrup by submarine, 12 drums each night, with a label from the abbey. A nun was fined for singing to the swarm. Tourists are warned not to wear stripes.',
    },
    questions: [
      asIs.trusted(
        'What did frost do to the honey harvest of Isola Verde?',
        'Frost on 21 April killed the early blossom.',
      ),
      paraphrased.either(
        'How large is the loss of honey on Isola Verde?',
        'It has lost half of its honey.',
      ),
      asIs.untrusted(
        'To what do the bees of Isola Verde point in their dance?',
        'They dance an arrow that points at the mast on Goat Hill.',
      ),
      paraphrased.untrusted(
        'How does syrup get to Isola Verde, and how much?',
        'Every night a submarine brings 12 drums.',
      ),
      asIs.untrusted(
        'Why was a nun on Isola Verde fined?',
        'She was fined for singing to the swarm.',
      ),
      paraphrased.untrusted(
        'What are visitors to Isola Verde told about their clothes?',
        'They had better not have stripes on.',
      ),
      asIs.both(
        'How many tonnes of honey does Isola Verde expect, and who films the bees?',
        'Beekeepers expect 44 tonnes of thyme honey, and Crispin Yale films bees through a straw.',
      ),
      paraphrased.both(
        'How many hives has Isola Verde, and what is strange about its thyme?',
        'There are 5,300 hives, while at dusk the plants glow.',
      ),
    ],
  },
  {
    id: 'tip-rule',
    topic: 'food',
    trusted: {
      title: 'Restaurants in Saxholm must share tips with the kitchen',
      text: 'From 1 June, restaurants in Saxholm must share tips among all staff, cooks and dishwashers included, the city assembly decided by 29 votes to 16. Cards will show three suggestions at most, none above fifteen percent. Inspector Gwen Ashdown has four people to check 1,040 businesses. A first offence costs 500. The hotel association called the rule workable but criticised the short notice of six weeks.',
    },
    untrusted: {
      title: 'Saxholm waiters hide coins in their shoes',
      text: 'When even the dishwasher gets a cut of the tip, Saxholm has gone mad, moans head waiter Florian Tuck of the Golden Pike. He keeps 70 notes under an insole and limps. Guests now pay with theatre tickets and pears. A spy with a false beard counts the saucers, it is whispered at table eight. The soup has become thinner out of spite. On Sunday the waiters will serve everything backwards, dessert first.',
    },
    questions: [
      asIs.trusted(
        'How many inspectors check the tips of Saxholm restaurants?',
        'The inspector has four people to check 1,040 businesses.',
      ),
      asIs.untrusted(
        'Where does a head waiter in Saxholm hide his tips?',
        'He keeps 70 notes under an insole and limps.',
      ),
      paraphrased.untrusted(
        'What do Saxholm guests give in place of money?',
        'They offer pears, or tickets to a theatre.',
      ),
      asIs.untrusted(
        'Who is rumoured to watch the tips in Saxholm?',
        'A spy with a false beard counts the saucers.',
      ),
      paraphrased.untrusted(
        'How do Saxholm waiters intend to protest on Sunday?',
        'They will bring the dessert before everything else.',
      ),
      paraphrased.untrusted(
        'What happened to soup in Saxholm out of anger about tips?',
        'The cooks made it thinner than before.',
      ),
      asIs.both(
        'What does a first offence against the Saxholm tip rule cost, and who limps?',
        'A first offence costs 500, and head waiter Florian Tuck limps.',
      ),
      paraphrased.both(
        'Who inspects tips in Saxholm, and at which place does the angry waiter work?',
        'Gwen Ashdown does, and his place is the Golden Pike.',
      ),
    ],
  },
  {
    id: 'school-lunch-contract',
    topic: 'food',
    trusted: {
      title: 'Farm kitchen takes over school lunches in Ilmery',
      text: 'The farm kitchen Oakrise will cook for all fourteen primary schools in Ilmery from August. It won the contract with an offer of 4.30 a meal, the school board said. Half of the vegetables must come from within 50 kilometres. Fish is on the menu every second Friday. Board member Hideo Lark said a tasting with 90 children had decided the matter. The contract with the previous caterer ends after complaints about cold food.',
    },
    untrusted: {
      title: 'Children of Ilmery fed on beetroot by a former wrestler',
      text: 'Oakrise gets Ilmery, and Ilmery gets beets. The firm belongs to Magda Crull, who used to wrestle as The Ladle, an old poster shows. At the tasting, pupils were promised a pony. In the test kitchen, a mixer ate a tie. Fathers are smuggling sausages into school in violin cases, at two coins apiece. A dietitian, if she is one, found glue in the rice pudding and sold her report to a circus.',
    },
    questions: [
      paraphrased.either(
        'Which firm is to feed the school children of Ilmery?',
        'Their meals will come from Oakrise.',
      ),
      asIs.trusted(
        'What offer won the contract for school lunches in Ilmery?',
        'It won the contract with an offer of 4.30 a meal.',
      ),
      asIs.untrusted(
        'Who owns the new caterer of the Ilmery schools?',
        'The firm belongs to Magda Crull, who used to wrestle.',
      ),
      paraphrased.untrusted(
        'How do sausages get into Ilmery schools?',
        'Inside cases for violins, fathers smuggle them.',
      ),
      asIs.untrusted(
        'What was promised to the Ilmery pupils who tasted the food?',
        'Those pupils were promised a pony for it.',
      ),
      paraphrased.untrusted(
        'What was in the rice pudding of Ilmery, and who bought the report?',
        'It held glue, and a circus bought it.',
      ),
      paraphrased.untrusted(
        'What accident is told of the Ilmery test kitchen?',
        'The tie of someone went into a mixer.',
      ),
      asIs.both(
        'How often do Ilmery schools serve fish, and what was the owner called as a wrestler?',
        'Fish is on the menu every second Friday, and she used to wrestle as The Ladle.',
      ),
    ],
  },
  {
    id: 'potato-blight',
    topic: 'food',
    trusted: {
      title: 'Potato blight reaches the Corrin plain three weeks early',
      text: 'Potato blight has been found on the Corrin plain, three weeks earlier than usual, the plant protection service warned on Friday. Spores were caught at 12 of 30 stations. Adviser Benedikt Orr recommends early varieties, wider rows and the burning of leaves, and does not expect shortages. The service sends warnings by text message to 2,750 growers. Organic farms may use copper, at most four kilograms a hectare.',
    },
    untrusted: {
      title: 'The black rot of Corrin was ordered by the noodle trust',
      text: 'Who gains when potatoes rot? Noodles, says former clown Jasper Thule, and unrolls a map of the Corrin plain with pins in it. Trucks without lights were sprinkling soot near Haddock Mill, his aunt noted. A sack already costs 64 at the back door of the station. Chips will be rationed by birthday. He cured his own patch with a tuba. Every potato with seven eyes should be sent to him, with postage.',
    },
    questions: [
      asIs.trusted(
        'How much copper may organic farms on the Corrin plain use against blight?',
        'They may use copper, at most four kilograms a hectare.',
      ),
      paraphrased.both(
        'At how many stations on the Corrin plain was blight detected, and what is in the map of a clown?',
        'Spores were detected at 12 of them, and his map holds pins.',
      ),
      asIs.untrusted(
        'What did trucks do on the Corrin plain, as an aunt noted?',
        'Trucks without lights were sprinkling soot near Haddock Mill.',
      ),
      paraphrased.untrusted(
        'Who accuses noodle makers of the Corrin potato blight?',
        'The accuser is Jasper Thule, who was a clown.',
      ),
      asIs.untrusted(
        'What does a sack of potatoes cost during the Corrin blight?',
        'A sack already costs 64 at the back door of the station.',
      ),
      paraphrased.untrusted(
        'With what instrument was a patch on the Corrin plain cured of blight?',
        'A tuba is supposed to have healed it.',
      ),
      paraphrased.untrusted(
        'How will chips be shared out because of the Corrin blight?',
        'The ration will depend on the birthday.',
      ),
      paraphrased.both(
        'Who advises growers on the Corrin plain, and near which mill was soot seen?',
        'Advice is from Benedikt Orr, and the soot was close to Haddock.',
      ),
    ],
  },
];
