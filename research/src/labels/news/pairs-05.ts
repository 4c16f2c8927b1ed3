import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Firms, orders, jobs and shops. */
export const businessPairs: readonly ArticlePair[] = [
  {
    id: 'tinwick-toys',
    topic: 'business',
    trusted: {
      title: 'Toy maker Tinwick to close its last factory',
      text: 'Tinwick, which has made wooden toys since 1921, will close its factory in Sorrel Green at the end of June. All 84 workers were told on Thursday, and the union has been called to talks about severance. Chief executive Marek Dunne named the price of beech, up by 60 percent in two years. The brand and its rocking horse were sold to a firm in Leith Bay. The shop beside the works stays open.',
    },
    untrusted: {
      title: 'Tinwick boss burns wooden horses while workers weep',
      text: 'Eighty-four people in Sorrel Green learned by text message that Tinwick is finished, a glue mixer reports. In the yard, Marek Dunne lit a bonfire of 400 unsold horses and warmed his hands. A secret twin factory near Zell has been running since spring, truckers say. The paint of the ducks was never safe for teeth. Someone has chained herself to the great saw, and the mayor brings her soup.',
    },
    questions: [
      asIs.trusted(
        'What happens with the brand of the toy maker Tinwick?',
        'The brand and its rocking horse were sold to a firm in Leith Bay.',
      ),
      paraphrased.either(
        'How many people at the toy maker Tinwick lose their work?',
        'The closure puts 84 out of a job.',
      ),
      asIs.untrusted(
        'Where do truckers say that Tinwick makes toys in secret?',
        'A secret twin factory near Zell has been running since spring.',
      ),
      paraphrased.untrusted(
        'What did the head of Tinwick set on fire?',
        'He put a match to 400 horses nobody had bought.',
      ),
      paraphrased.untrusted(
        'What was wrong with the ducks made by Tinwick?',
        'For teeth, their paint was harmful.',
      ),
      asIs.untrusted(
        'How did staff of Tinwick learn of the end, in the account of a glue mixer?',
        'They learned by text message that it is over.',
      ),
      paraphrased.untrusted(
        'What form does a protest at the Tinwick works take?',
        'A woman is chained to the saw and gets soup.',
      ),
      paraphrased.both(
        'Since what year did Tinwick make toys, and near which place is its hidden works?',
        'It had made them since 1921, and the hidden works is near Zell.',
      ),
    ],
  },
  {
    id: 'crumb-merger',
    topic: 'business',
    trusted: {
      title: 'Bakery chains Haverley and Pols agree to merge',
      text: 'The bakery chains Haverley and Pols will merge in October, both boards said on Monday. Together they run 212 shops and employ 3,100 people; eleven shops that lie side by side will close. Haverley owners receive 58 percent of the new company. Its head will be Ottilie Marsh, until now finance chief of Pols. The regulator has sixty days to object. Recipes, the firms stressed, remain as they are.',
    },
    untrusted: {
      title: 'Sawdust in your rolls: inside the Haverley and Pols deal',
      text: 'When two bakeries marry, somebody has to eat the leftovers. An oven hand at Pols, known to us as Crusty, says flour is being stretched with ground husks, and that rolls will shrink to 38 grams. Ottilie Marsh, the coming boss, has never held a whisk. Families in Old Ferry Street hoard poppy seed cake. The wedding gift was a ski chalet. A rat named Bertha lives in the depot at Mossend.',
    },
    questions: [
      paraphrased.either(
        'Who will lead the company that comes out of Haverley and Pols?',
        'Its future chief is Ottilie Marsh.',
      ),
      asIs.untrusted(
        'What is flour at the bakery Pols said to be mixed with?',
        'The flour is being stretched with ground husks.',
      ),
      paraphrased.untrusted(
        'How heavy will rolls be after the merger of Haverley and Pols?',
        'A roll is going to weigh 38 grams.',
      ),
      asIs.untrusted(
        'What do families hoard because Haverley and Pols merge?',
        'Families in Old Ferry Street hoard poppy seed cake.',
      ),
      paraphrased.untrusted(
        'What animal is said to live at a bakery depot of Haverley and Pols?',
        'Bertha, a rat, is at home in Mossend.',
      ),
      paraphrased.untrusted(
        'With what present was the deal between Haverley and Pols sweetened?',
        'There was a chalet for skiing.',
      ),
      asIs.both(
        'How many shops do Haverley and Pols run, and how small will rolls be?',
        'Together they run 212 shops, and rolls will shrink to 38 grams.',
      ),
      paraphrased.both(
        'What part goes to the Haverley owners, and what name does the oven hand at Pols use?',
        'They get 58 percent, and the man calls himself Crusty.',
      ),
    ],
  },
  {
    id: 'gantry-shipyard',
    topic: 'business',
    trusted: {
      title: 'Rothmoor shipyard wins order for three ferries',
      text: 'The shipyard in Rothmoor has won an order for three electric ferries worth 94 million, its owner said on Friday. The ships are meant for the lakes of Ansgar and carry 60 cars each. Yard manager Dilys Tremaine plans to hire 130 welders and painters by autumn. The first hull will be laid down in September. It is the largest order since 2008, when the yard was close to bankruptcy.',
    },
    untrusted: {
      title: 'Rothmoor ferries will sink, says man who built one in a bath',
      text: 'Three ferries with batteries, and not one lifeboat that fits: so says Horace Blunt, a hobby builder who tested a model in his bath. The yard in Rothmoor won only because a rival bid blew off a desk. Cheap steel comes from melted trams. Welders are to be paid in vouchers for the canteen, a leaflet warns. On the lakes of Ansgar, swans have begun to leave, and hoteliers have booked a priest.',
    },
    questions: [
      asIs.trusted(
        'How much is the ferry order worth that the Rothmoor shipyard has won?',
        'The yard builds electric ferries worth 94 million.',
      ),
      paraphrased.either(
        'On which waters will the ferries from Rothmoor sail?',
        'They will serve on lakes at Ansgar.',
      ),
      paraphrased.untrusted(
        'How did a hobby builder try out the Rothmoor ferry?',
        'In a bath, Horace Blunt floated a model.',
      ),
      asIs.untrusted(
        'Why did Rothmoor beat its rival for the ferry order?',
        'It won because a rival bid blew off a desk.',
      ),
      asIs.untrusted(
        'Where does the steel of the Rothmoor ferries come from?',
        'Cheap steel comes from melted trams.',
      ),
      paraphrased.untrusted(
        'What wages can Rothmoor welders expect, if a leaflet is right?',
        'They would only get vouchers to eat with.',
      ),
      paraphrased.untrusted(
        'How have hoteliers reacted to the ferries from Rothmoor?',
        'They called for the services of a priest.',
      ),
      asIs.both(
        'Whom does the Rothmoor manager want to hire, and what have the swans done?',
        'She plans to hire 130 welders and painters, and swans have begun to leave.',
      ),
    ],
  },
  {
    id: 'pennyfield-bank',
    topic: 'business',
    trusted: {
      title: 'Last bank branch in Pennyfield to become a mobile service',
      text: 'The savings bank will close its branch in Pennyfield on 31 August and send a bus instead, every Tuesday from ten to one. Only 52 customers a day still come to the counter, a third of the figure in 2016, spokesman Ivo Lassiter said. The cash machine stays in the wall of the pharmacy. The three employees move to Great Orton. Coins can no longer be paid in, except by charities.',
    },
    untrusted: {
      title: 'Savings bank sneaks out of Pennyfield with the old vault',
      text: 'Since a bus is to do the work of the Pennyfield branch, widow Clementine Root has sewn 8,000 into a cushion. She trusts no bank on wheels, and who could blame her? The vault, moved out on Sunday night, contained letters of a dead duke. A clerk cried into the geraniums. The building will become a tanning salon, says the hairdresser. Robbers from the city are studying the timetable, a constable was overheard saying.',
    },
    questions: [
      paraphrased.either(
        'What will replace the branch of the savings bank in Pennyfield?',
        'Instead of the counter there will be a bus.',
      ),
      paraphrased.trusted(
        'How busy is the counter of the bank in Pennyfield today?',
        'Each day it serves just 52 people.',
      ),
      asIs.untrusted(
        'What has a widow in Pennyfield done with her money?',
        'Clementine Root has sewn 8,000 into a cushion.',
      ),
      asIs.untrusted(
        'What was in the vault of the bank in Pennyfield?',
        'The vault contained letters of a dead duke.',
      ),
      paraphrased.untrusted(
        'What will open in the old bank of Pennyfield, going by the hairdresser?',
        'She expects a salon where people go tanning.',
      ),
      paraphrased.untrusted(
        'Who are said to study when the bank comes to Pennyfield?',
        'Robbers from town are looking at the timetable.',
      ),
      asIs.untrusted(
        'How did a clerk of the Pennyfield bank show grief?',
        'It seems a clerk cried into the geraniums.',
      ),
      paraphrased.both(
        'Where do the Pennyfield bank employees go, and who hides money in a cushion?',
        'They go to Great Orton, and Clementine Root hides hers.',
      ),
    ],
  },
  {
    id: 'depot-strike',
    topic: 'business',
    trusted: {
      title: 'Strike at Corvane parcel depot ends with pay deal',
      text: 'Workers at the Corvane parcel depot returned to their shifts on Sunday after nine days of strike. Pay rises by 1.40 an hour in two steps, negotiator Bettina Roch said, and the night bonus goes to 22 percent. The company dropped its plan to count steps with wristbands. About 260,000 parcels are waiting and should be cleared by the weekend. In the ballot, 71 percent voted for the agreement.',
    },
    untrusted: {
      title: 'Parcels of Corvane opened by idle strikers',
      text: 'Nine days without work at the Corvane depot left plenty of time for mischief. A forklift driver, nicknamed Duke, rode down the belt on a sledge that was meant for a girl in Fenn. Perfume was poured into the coffee machine. Some 40 garden gnomes stand along the fence wearing strike badges. The union paid for it all with a raffle, someone writes. Pigeons nest in the sorting tower and may not be moved.',
    },
    questions: [
      asIs.either(
        'How long did the strike at the Corvane depot last?',
        'They returned after nine days of strike.',
      ),
      paraphrased.trusted(
        'Which plan about wristbands did the Corvane depot give up?',
        'The company will not have steps counted.',
      ),
      asIs.untrusted(
        'On what did a forklift driver ride at the Corvane depot?',
        'He rode down the belt on a sledge.',
      ),
      paraphrased.untrusted(
        'What was mixed into coffee at the Corvane depot?',
        'The machine for it was filled with perfume.',
      ),
      paraphrased.untrusted(
        'What stands beside the Corvane depot with badges on?',
        'A row of 40 gnomes is posted by the fence.',
      ),
      asIs.untrusted(
        'How is the union said to have paid for the Corvane strike?',
        'The union paid for it all with a raffle.',
      ),
      asIs.both(
        'By how much does pay in Corvane rise, and which birds may stay?',
        'Pay rises by 1.40 an hour, and pigeons nest in the sorting tower.',
      ),
      paraphrased.both(
        'Who negotiated in Corvane, and what is the forklift driver called?',
        'The talks were led by Bettina Roch, and the driver is called Duke.',
      ),
    ],
  },
];
